import { type Environment, WrongSettings } from '../server/settings/read.ts';

/** What commands use of the process. */
export interface Terminal {
  readonly env: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of standard input. */
  readonly read: () => Promise<string>;
  /** Runs this at the first Ctrl-C or SIGTERM, which then do not end the process by themselves; the second one does. */
  readonly interrupted: (run: () => void) => void;
}

/** A command: what it does, how it is called, and the function it runs, which resolves with the exit code. */
export interface CliCommand {
  readonly says: string;
  /** The arguments after its name, without options, as the help shows them. */
  readonly words?: string;
  /** Each as the help shows it: `--people`, or `--name <name>` for one with a value. */
  readonly options?: readonly string[];
  readonly run: (terminal: Terminal, given: GivenWords) => number | Promise<number>;
}

export interface GivenWords {
  /** The given arguments in the places of `words`. */
  readonly words: readonly string[];
  /** The options without a value. */
  readonly options: readonly string[];
  /** What was given for the others, by their names without dashes; the last one counts. */
  readonly values: Readonly<Record<string, string>>;
}

/** Prints why a command did not do its work, each reason on a line of stderr. Returns its exit code. */
export function refused(terminal: Terminal, ...lines: readonly string[]): number {
  for (const line of lines) terminal.err(`easel: ${line}`);
  return 1;
}

/** Runs work that throws errors meant for people, each one line. */
export async function carefully(terminal: Terminal, work: () => number | Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrongSettings) return refused(terminal, ...error.lines);
    return refused(terminal, error instanceof Error ? error.message : String(error));
  }
}
