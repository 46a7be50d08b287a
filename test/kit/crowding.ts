import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * How many times longer work takes here and now than on a quiet machine, because other programs use the processors, too; 1 on a
 * quiet machine. Tests multiply their time limits by it. `nice`: niceness of the work; that of render processes is 10.
 */
export function crowding(nice = 0): number {
  const program = join(import.meta.dirname, 'processes/crowding.mjs');
  return Number(execFileSync(process.execPath, [program, String(nice)], { encoding: 'utf8' }));
}
