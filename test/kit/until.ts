import { setTimeout as pause } from 'node:timers/promises';

/**
 * Resolves when this holds. Only for what the disk, a socket of the server or another process does in its own time and tells
 * nobody: there is no line to read, no event, and no clock to move. What never comes ends with the time of its test.
 * `everyMs`: longer where looking changes something.
 */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 2): Promise<void> {
  while (!(await holds())) await pause(everyMs);
}
