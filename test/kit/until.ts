import { setTimeout as pause } from 'node:timers/promises';

/**
 * Resolves when the condition holds. Only for what the disk, a socket of the server or another process does in its own time
 * without telling anybody: there is no line to read, no event, and no clock to move. A condition that never holds fails the
 * test by its timeout. `everyMs`: longer where checking changes something.
 */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 2): Promise<void> {
  while (!(await holds())) await pause(everyMs);
}
