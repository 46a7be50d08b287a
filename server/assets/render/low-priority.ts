import { setPriority } from 'node:os';

/** Niceness, because requests come before work in the background. */
const NICE = 10;

/** Lets the requests of the server come before a process that it has started. Before that process starts threads, which inherit it. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE);
  } catch {
    // Already gone, or not allowed here: it works all the same
  }
}
