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
  const terminal = { env, out: to('out'), err: to('err'), read: async () => input };
  return { code: await runCommand(words.split(' ').filter(Boolean), terminal), ...printed };
}
