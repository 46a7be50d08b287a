import { userInfo } from 'node:os';
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
  /** Asks a person a question that is answered with yes or no. Undefined: nobody can answer. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
}

/** A command that ends with a code of its own, and one line that says why. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exit: number,
  ) {
    super(message);
  }
}

/** Exit codes besides 0 and those of a refusal, 1. */
export const EXIT = {
  /** The command is wrong. */
  wrong: 2,
  /** The command worked, and found something. */
  found: 3,
  /** There is no server and no data, or the server cannot be reached. */
  unreachable: 4,
  interrupted: 130,
} as const;

/** A command: what it does, how it is called, and the function it runs, which resolves with the exit code. */
export interface CliCommand {
  readonly says: string;
  /** The arguments after its name, without options, as the help shows them. */
  readonly words?: string;
  /** Each as the help shows it: `--people`, or `--name <name>` for one with a value. */
  readonly options?: readonly string[];
  /** Set where a server does the work: the command takes the options of all such. `here`: only a server on this machine. */
  readonly asks?: 'anywhere' | 'here';
  readonly run: (terminal: Terminal, given: GivenWords) => number | Promise<number>;
}

export interface GivenWords {
  /** The words that name the command. */
  readonly name: string;
  /** The given arguments in the places of `words`. */
  readonly words: readonly string[];
  /** The options without a value. */
  readonly options: readonly string[];
  /** What was given for the others, by their names without dashes; the last one counts. */
  readonly values: Readonly<Record<string, string>>;
}

/** Whether a person agrees: with `--yes`, or by an answer. Throws where nobody can answer. */
export async function agrees({ ask }: Terminal, options: readonly string[], question: string): Promise<boolean> {
  if (options.includes('--yes')) return true;
  if (ask === undefined) throw new CommandError(`${question} Say so with --yes`, EXIT.wrong);
  return ask(question);
}

/** Ends the command unless a person agrees. */
export async function confirm(terminal: Terminal, options: readonly string[], question: string): Promise<void> {
  if (!(await agrees(terminal, options, question))) throw new CommandError('nothing was done', 1);
}

/** The author of what a command does, as the audit log names them: `easel user block (alice)`. */
export const authorOf = ({ env }: Pick<Terminal, 'env'>, command: string): string =>
  `easel ${command} (${env.SUDO_USER || userInfo().username})`;

/** Prints why a command did not do its work, each reason on a line of stderr. Returns its exit code. */
export function refused(terminal: Terminal, ...lines: readonly string[]): number {
  for (const line of lines) terminal.err(`easel: ${line}`);
  return 1;
}

/** Runs work that throws errors meant for people, each one line. */
export async function carefully(terminal: Terminal, work: () => number | Promise<number>, isJson = false): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isJson && error instanceof Error) {
      const exit = error instanceof CommandError ? error.exit : 1;
      terminal.err(JSON.stringify({ msg: error.message, exit }));
      return exit;
    }
    if (error instanceof CommandError) {
      terminal.err(`easel: ${error.message}`);
      return error.exit;
    }
    if (error instanceof WrongSettings) return refused(terminal, ...error.lines);
    return refused(terminal, error instanceof Error ? error.message : String(error));
  }
}
