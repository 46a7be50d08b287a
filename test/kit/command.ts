import { runCommand } from '../../cli/commands.ts';
import type { Environment } from '../../server/settings/read.ts';

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `easel <words>` in this process. `input`: the content of its standard input. */
export async function easel(words: string, env: Environment = {}, input = ''): Promise<Printed> {
  const printed = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => (text: string) => {
    printed[stream] += `${text}\n`;
  };
  const terminal = { env, out: to('out'), err: to('err'), read: async () => input, interrupted: () => undefined };
  return { code: await runCommand(words.split(' ').filter(Boolean), terminal), ...printed };
}

/** A command that goes on until it is interrupted. */
export interface Running {
  /** Lines of its output and of its errors, as they came. */
  readonly lines: string[];
  readonly code: Promise<number>;
  /** Ctrl-C */
  readonly interrupt: () => void;
  /** Resolves with the first line that fits, one that was printed before or one to come; rejects when the command ends before. */
  said(pattern: RegExp): Promise<string>;
}

/** Begins to run `easel <words>` in this process. */
export function startCommand(words: readonly string[], env: Environment = {}): Running {
  const lines: string[] = [];
  const looks = new Set<() => void>();
  const interrupts: (() => void)[] = [];
  const print = (text: string): void => {
    lines.push(text);
    for (const look of looks) look();
  };
  const terminal = { env, out: print, err: print, read: async () => '', interrupted: (run: () => void) => interrupts.push(run) };
  const code = runCommand(words, terminal);
  const interrupt = (): void => {
    for (const run of interrupts) run();
  };
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) resolve(found);
      };
      looks.add(look);
      code.then(() => reject(new Error(lines.join('\n'))), reject);
      look();
    });
  return { lines, code, interrupt, said };
}
