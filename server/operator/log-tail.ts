import type { Clock } from '../clock.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevelName = (typeof logLevels)[number];

/** One line of the log, numbered since the start. */
export interface NumberedLine {
  readonly number: number;
  readonly level: number;
  /** JSON, without the end of the line. */
  readonly text: string;
}

/** What a program that reads the log asks for. */
export interface LineFilter {
  /** Only lines behind this number. */
  readonly after: number;
  readonly level: LogLevelName;
  /** Only lines that have all these texts as values. */
  readonly having: readonly string[];
  readonly last: number;
}

/** The newest lines of the log in memory, and the level of what is written. */
export interface LogTail {
  /** Lines since the start, by their level. */
  readonly counts: ReadonlyMap<LogLevelName, number>;
  /** Takes a line. Returns whether it is to be written to stdout as well. */
  add(level: number, text: string): boolean;
  /** The lines that fit, oldest first, and the number of the newest of all. Somebody who reads `debug` gets such lines from now on. */
  read(filter: LineFilter): { readonly lines: readonly NumberedLine[]; readonly newest: number };
  /** Changes what is written to stdout; with `ms` only for this long. */
  setLevel(level: LogLevelName, ms: number | undefined): void;
  /** The level that the log must have, so that everybody gets their lines; called when it changes. */
  onLevel(change: (level: LogLevelName) => void): void;
}

/** @bound Lines of the log that the server keeps for `easel logs`: the oldest go. */
const LINES = 1_000;
/** @bound Bytes of these lines: the oldest go. */
const BYTES = 512 * 1024;
/** A reader asks twice a second; one who has not asked for this long is gone. */
const READER_MS = 5_000;

const numbers: Readonly<Record<LogLevelName, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: 100,
};

/** `level`: that of the setting. */
export function createLogTail(clock: Clock, level: string): LogTail {
  return new Tail(clock, logLevels.find((one) => one === level) ?? 'info');
}

class Tail implements LogTail {
  readonly #lines: NumberedLine[] = [];
  readonly counts = new Map<LogLevelName, number>();
  #bytes = 0;
  #newest = 0;
  #written: LogLevelName;
  #reader: { readonly level: LogLevelName; readonly until: number } | undefined;
  #change: (level: LogLevelName) => void = () => undefined;
  #back: { cancel(): void } | undefined;
  #gone: { cancel(): void } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly usual: LogLevelName,
  ) {
    this.#written = usual;
  }

  add(level: number, text: string): boolean {
    const name = logLevels.find((one) => numbers[one] === level) ?? 'info';
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.#newest += 1;
    this.#lines.push({ number: this.#newest, level, text });
    this.#bytes += text.length;
    while (this.#lines.length > LINES || this.#bytes > BYTES) this.#bytes -= this.#lines.shift()!.text.length;
    return level >= numbers[this.#written];
  }

  read({ after, level, having, last }: LineFilter) {
    this.#follow(level);
    const lines = this.#lines.filter(
      (line) =>
        line.number > after && line.level >= numbers[level] && having.every((value) => line.text.includes(JSON.stringify(value))),
    );
    return { lines: last === 0 ? [] : lines.slice(-last), newest: this.#newest };
  }

  setLevel(level: LogLevelName, ms: number | undefined): void {
    this.#back?.cancel();
    this.#written = level;
    this.#tell();
    if (ms !== undefined) this.#back = this.clock.after(ms, () => this.setLevel(this.usual, undefined));
  }

  onLevel(change: (level: LogLevelName) => void): void {
    this.#change = change;
  }

  #follow(level: LogLevelName): void {
    if (numbers[level] >= numbers[this.#written]) return;
    this.#gone?.cancel();
    this.#reader = { level, until: this.clock.steady() + READER_MS };
    this.#tell();
    this.#gone = this.clock.after(READER_MS, () => {
      this.#reader = undefined;
      this.#tell();
    });
  }

  #tell(): void {
    const read = this.#reader?.level ?? this.#written;
    this.#change(numbers[read] < numbers[this.#written] ? read : this.#written);
  }
}
