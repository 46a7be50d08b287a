import { readFileSync } from 'node:fs';

/** The number that every system grants, for systems that do not state theirs. */
const USUAL = 4096;

/** How many files and sockets this process may have open at the same time. Node has no call for it; Linux shows it in a file. */
export function mostDescriptors(): number {
  try {
    const [, most] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return most === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(most ?? USUAL);
  } catch {
    return USUAL;
  }
}
