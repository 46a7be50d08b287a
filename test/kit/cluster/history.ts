/** The value of what does not exist. */
export const GONE = '';

/** `ok`: answered, so it took effect. `refused`: answered, or never sent, so it had none. `unknown`: it may have had one, at any later time. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** A number that the server gave to something. */
export interface Numbered {
  /** Things of one series never share a number, and later ones have higher ones. */
  readonly series: string;
  /** What got the number; it may get another one later. */
  readonly owner: string;
  readonly number: number;
}

/** What a reader was shown: the values of keys, and that all other keys with this beginning do not exist. */
export interface Shown {
  readonly values: ReadonlyMap<string, string>;
  /** Undefined: nothing is said of other keys. */
  readonly covers?: string;
}

/** What a request is meant to do. A value is written to its key by one request only, except GONE. */
export interface Intent {
  /** The caller; callers send one request after the other. */
  readonly by: string;
  /** The node that is asked. */
  readonly node: string;
  /** The request in a few words, for people. */
  readonly what: string;
  readonly writes?: Readonly<Record<string, string>>;
  /** The write is bound to this value: any other one refuses it. */
  readonly from?: string;
  /** What it writes to the audit log, `action: target_name`. */
  readonly audit?: string;
}

/** A request with what became of it. Times are milliseconds of one clock; a request without an answer never ends. */
export interface Operation extends Intent {
  readonly invoked: number;
  completed: number;
  outcome: Outcome;
  /** Status and text of a refusal, or why there is no answer. */
  answer: string;
  shown: Shown | undefined;
  numbered: Numbered | undefined;
}

/** A connection of a stream: what it showed, in order, and when. */
export interface Stream {
  readonly node: string;
  readonly path: string;
  readonly seen: { readonly key: string; readonly value: string; readonly at: number }[];
}

/** Everything that callers sent and were told. */
export class History {
  readonly operations: Operation[] = [];
  readonly streams: Stream[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Until it is told more, the outcome is unknown. */
  begin(intent: Intent): Operation {
    const open = {
      invoked: this.now(),
      completed: Infinity,
      outcome: 'unknown',
      answer: '',
      shown: undefined,
      numbered: undefined,
    } as const;
    const operation: Operation = { ...intent, ...open };
    this.operations.push(operation);
    return operation;
  }

  ok(operation: Operation, told: Partial<Pick<Operation, 'shown' | 'numbered'>> = {}): void {
    Object.assign(operation, told, { outcome: 'ok', completed: this.now() });
  }

  /** @param shown what the refusal says all the same, such as 404 that something does not exist */
  refused(operation: Operation, answer: string, shown?: Shown): void {
    Object.assign(operation, { outcome: 'refused', completed: this.now(), answer, shown });
  }

  unknown(operation: Operation, answer: string): void {
    Object.assign(operation, { answer });
  }

  stream(node: string, path: string): Stream {
    const stream: Stream = { node, path, seen: [] };
    this.streams.push(stream);
    return stream;
  }

  show(stream: Stream, key: string, value: string): void {
    stream.seen.push({ key, value, at: this.now() });
  }
}
