import { existsSync, readFileSync } from 'node:fs';

const COUNTS = '/proc/self/io';

/**
 * Bytes that this process has read of files so far, those that the system had in its memory included: what work costs, however busy
 * the machine is. Always 0 where the system does not count them.
 */
export const bytesRead = (): number =>
  existsSync(COUNTS) ? Number(/^rchar: (\d+)$/m.exec(readFileSync(COUNTS, 'latin1'))![1]) : 0;
