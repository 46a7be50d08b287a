import { type Door, openDoor } from '../door.ts';
import { type CliCommand, CommandError, confirm, EXIT, type GivenWords, type Terminal } from '../terminal.ts';

/** A command that has its way to the server. */
export interface Asking {
  readonly door: Door;
  readonly terminal: Terminal;
  readonly given: GivenWords;
  /** Prints a value: as JSON, or as the text for people. */
  readonly print: (value: unknown, text: string) => void;
  /** Tells a person beside what a program reads. */
  readonly say: (text: string) => void;
  /** Throws unless whoever ran the command agrees. */
  readonly confirm: (question: string) => Promise<void>;
  readonly has: (option: string) => boolean;
}

/** A row of the table of commands whose work is done by a server. Resolves with nothing for 0. */
export function asking(
  row: Omit<CliCommand, 'run' | 'asks'> & {
    readonly asks?: CliCommand['asks'];
    readonly work: (asking: Asking) => Promise<number | undefined> | Promise<void>;
  },
): CliCommand {
  const { work, asks = 'anywhere', ...rest } = row;
  return {
    ...rest,
    asks,
    async run(terminal, given) {
      const door = await openDoor(terminal, given, asks);
      try {
        return (await work(askingWith(door, terminal, given))) ?? 0;
      } finally {
        await door.close();
      }
    },
  };
}

function askingWith(door: Door, terminal: Terminal, given: GivenWords): Asking {
  const has = (option: string): boolean => given.options.includes(option);
  return {
    door,
    terminal,
    given,
    has,
    print: (value, text) => {
      if (has('--json')) terminal.out(JSON.stringify(value));
      else if (text !== '') terminal.out(text);
    },
    say: (text) => {
      if (!has('--json')) terminal.err(`easel: ${text}`);
    },
    confirm: (question) => confirm(terminal, given.options, question),
  };
}

/** Rows in columns; what others wrote cannot move the cursor of the terminal. */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => String(cell).replace(/\p{C}/gu, '\uFFFD')));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `90d` in milliseconds. */
export function readAge(text: string, option: string): number {
  const [, number, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (number === undefined) throw new CommandError(`${option} needs an age such as 90d or 12h`, EXIT.wrong);
  return Number(number) * units[unit!]!;
}

/** A time as ISO 8601: such a time, or an age before now. */
export function readTime(text: string, option: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  return new Date(Date.now() - readAge(text, option)).toISOString();
}

export function sizeText(bytes: number): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let at = 0;
  while (size >= 1000 && at < names.length - 1) {
    size /= 1000;
    at += 1;
  }
  return `${at === 0 ? size : size.toFixed(1)} ${names[at]}`;
}
