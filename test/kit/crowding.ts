import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * How many times longer work takes here and now than it would alone, because others have the processors too: 1 on a quiet
 * machine. For bounds of tests: a limit of so many milliseconds is one of so many times this. `nice`: of the work, as that of
 * render processes is 10.
 */
export function crowding(nice = 0): number {
  const program = join(import.meta.dirname, 'processes/crowding.mjs');
  return Number(execFileSync(process.execPath, [program, String(nice)], { encoding: 'utf8' }));
}
