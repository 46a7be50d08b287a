import type { Clock } from '../../clock.ts';

/** How many failures of an address were written in one second; `unwritten`: how many came since the last written one. */
interface Count {
  second: number;
  written: number;
  unwritten: number;
}

const mostASecond = 10;
const mostAddresses = 10_000;

/**
 * Bounds the cost of failed logins, each of which writes a line to the audit log, and so makes a commit. Failures beyond 10 a second
 * from one address are only counted. Call the function for each failure: it returns how many unwritten failures the next line
 * stands for besides this one, or undefined when no line is to be written.
 */
export function createLoginFailures(clock: Clock): (ip: string) => number | undefined {
  const counts = new Map<string, Count>();
  return (ip) => {
    const second = Math.floor(clock.steady() / 1000);
    if (!counts.has(ip) && counts.size >= mostAddresses) forgetOld(counts, second);
    const count = counts.get(ip) ?? { second, written: 0, unwritten: 0 };
    counts.set(ip, count);
    if (count.second !== second) Object.assign(count, { second, written: 0 });
    if (count.written >= mostASecond) return void count.unwritten++;
    const { unwritten } = count;
    Object.assign(count, { written: count.written + 1, unwritten: 0 });
    return unwritten;
  };
}

/** Forgets all addresses but those of this second, and these too when they are ten thousand. */
function forgetOld(counts: Map<string, Count>, second: number): void {
  for (const [ip, count] of counts) if (count.second !== second) counts.delete(ip);
  if (counts.size >= mostAddresses) counts.clear();
}
