/** The value of something that does not exist. */
export const GONE = '';

/** One request that writes one or several keys at once. Numbers are positions in the order of events. */
export interface Write {
  readonly values: ReadonlyMap<string, string>;
  readonly sent: number;
  /** Undefined: no answer came. */
  acked: number | undefined;
  /** The audit line that it must leave if it took effect, `action: target_name`. */
  readonly line: string | undefined;
}

/** The values of one key that one stream showed, in order. */
interface Shown {
  readonly stream: string;
  readonly key: string;
  readonly values: string[];
}

/**
 * Records what was sent, acknowledged and shown since a known state, and knows which states may follow from that.
 * Only one request writes each value to a key (except GONE), so a value identifies its request.
 */
export class Ledger {
  readonly #writes = new Map<string, Write[]>();
  readonly #shown = new Map<string, Shown>();
  readonly #all: Write[] = [];
  /** Answers that differ from what they should have been. */
  readonly problems: string[] = [];
  #now = 0;

  constructor(state: ReadonlyMap<string, string>) {
    for (const [key, value] of state) {
      const first = { values: new Map([[key, value]]), sent: 0, acked: 0, line: undefined };
      this.#writes.set(key, [first]);
    }
  }

  send(values: Readonly<Record<string, string>>, line?: string): Write {
    const write: Write = { values: new Map(Object.entries(values)), sent: ++this.#now, acked: undefined, line };
    this.#all.push(write);
    for (const key of write.values.keys()) this.#of(key).push(write);
    return write;
  }

  ack(write: Write): void {
    write.acked = ++this.#now;
  }

  /** The request was refused, so it has no effect. */
  refused(write: Write, answer: string): void {
    this.problems.push(`refused: ${[...write.values]} ${answer}`);
    for (const key of write.values.keys()) this.#of(key).splice(this.#of(key).indexOf(write), 1);
    this.#all.splice(this.#all.indexOf(write), 1);
  }

  /** A stream has shown this value; a repetition on the same stream does not count. */
  show(stream: string, key: string, value: string): void {
    const name = `${stream} ${key}`;
    const shown = this.#shown.get(name) ?? { stream, key, values: [] };
    this.#shown.set(name, shown);
    if (shown.values.at(-1) !== value) shown.values.push(value);
  }

  get counts(): { readonly acknowledged: number; readonly unanswered: number; readonly shown: number } {
    const acknowledged = this.#all.filter(({ acked }) => acked !== undefined).length;
    let shown = 0;
    for (const { values } of this.#shown.values()) shown += values.length;
    return { acknowledged, unanswered: this.#all.length - acknowledged, shown };
  }

  /** What this state must not be, in words; empty: nothing acknowledged and nothing shown was lost. */
  check(state: ReadonlyMap<string, string>): string[] {
    const keys = new Set([...this.#writes.keys(), ...state.keys()]);
    return [
      ...this.problems,
      ...[...keys].flatMap((key) => this.#checkKey(key, state.get(key) ?? GONE)),
      ...[...this.#shown.values()].flatMap((shown) => this.#checkShown(shown, state.get(shown.key) ?? GONE)),
    ];
  }

  /** Audit lines that are missing, and audit lines that must not be there. */
  checkAudit(lines: readonly string[], state: ReadonlyMap<string, string>): string[] {
    const expected = this.#all.filter((write) => write.line !== undefined && this.#tookEffect(write, state));
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    for (const { line } of expected) counts.set(line!, (counts.get(line!) ?? 0) - 1);
    return [...counts].flatMap(([line, count]) => {
      if (count === 0) return [];
      return [`audit: ${Math.abs(count)} entries ${count > 0 ? 'too many' : 'are missing'}: ${line}`];
    });
  }

  #of(key: string): Write[] {
    let writes = this.#writes.get(key);
    if (!writes) {
      const absent = { values: new Map([[key, GONE]]), sent: 0, acked: 0, line: undefined };
      this.#writes.set(key, (writes = [absent]));
    }
    return writes;
  }

  /** The last request that wrote this value; it may have been left without an answer. */
  #maker(key: string, value: string): Write | undefined {
    return this.#of(key).findLast((write) => write.values.get(key) === value);
  }

  #checkKey(key: string, value: string): string[] {
    const maker = this.#maker(key, value);
    if (!maker) return [`from nowhere: ${key} is ${named(value)}`];
    const later = this.#of(key).find((write) => isAfter(write, maker) && write.acked !== undefined);
    return later ? [`lost: ${key} was acknowledged as ${named(later.values.get(key)!)} and is ${named(value)}`] : [];
  }

  #checkShown({ stream, key, values }: Shown, value: string): string[] {
    const last = values.at(-1)!;
    const where = `${stream}: ${key}`;
    if (last === value) return [];
    const shown = this.#maker(key, last);
    const maker = this.#maker(key, value);
    if (!shown) return [`shown from nowhere: ${where} as ${named(last)}`];
    const isLost = !maker || isAfter(shown, maker) || values.includes(value);
    return isLost ? [`shown and lost: ${where} as ${named(last)} and is ${named(value)}`] : [];
  }

  /** Exact for keys that a single caller writes, one request after the other. */
  #tookEffect(write: Write, state: ReadonlyMap<string, string>): boolean {
    if (write.acked !== undefined) return true;
    return [...write.values.keys()].some((key) => this.#maker(key, state.get(key) ?? GONE) === write);
  }
}

/** Certainly later: it was sent after the other one had been answered. */
const isAfter = (write: Write, other: Write): boolean => other.acked !== undefined && write.sent > other.acked;

const named = (value: string): string => (value === GONE ? 'gone' : JSON.stringify(value));
