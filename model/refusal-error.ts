export type Headers = Readonly<Record<string, string>>;

const NO_HEADERS: Headers = Object.freeze({});

/** A refused request: nothing was changed and nothing is published. */
export class Refusal extends Error {
  constructor(
    /** The key of a row in the table of refusals. */
    override readonly name: string,
    readonly status: number,
    message: string,
    readonly headers: Headers = NO_HEADERS,
  ) {
    super(message);
  }
}
// A refusal is an answer, not a fault, so no stack is collected (1 us instead of 10).
Object.defineProperty(Refusal.prototype, 'stack', { value: '', writable: true });
