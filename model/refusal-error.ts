export type Headers = Readonly<Record<string, string>>;

const NO_HEADERS: Headers = Object.freeze({});

/**
 * A refused request: nothing was changed and nothing is published. The server throws it; to programs and to the page it is what the
 * server answered, then with status 0 where no answer came.
 */
export class Refusal extends Error {
  constructor(
    /** The key of a row in the table of refusals; answers do not have it. */
    override readonly name: string,
    readonly status: number,
    message: string,
    readonly headers: Headers = NO_HEADERS,
  ) {
    super(message);
  }

  /** The text for people, by the name that it has in answers. */
  get msg(): string {
    return this.message;
  }

  /** Seconds after which the request may be sent again; undefined: the server names no time. */
  get retryAfter(): number | undefined {
    return Number(this.headers['Retry-After']) || undefined;
  }
}
// A refusal is an answer, not a fault, so no stack is collected (1 us instead of 10).
Object.defineProperty(Refusal.prototype, 'stack', { value: '', writable: true });
