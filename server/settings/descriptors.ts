import { readFileSync } from 'node:fs';

/** Where the system does not tell, we take what every system gives. */
const USUAL = 4096;

/** Files and sockets that this process may have open at the same time. Node has no call for it; Linux says it in a file. */
export function mostDescriptors(): number {
  try {
    const [, most] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return most === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(most ?? USUAL);
  } catch {
    return USUAL;
  }
}
