import type { Clock } from '../clock.ts';

/** Writes of one second for an address; `unwritten`: attempts since the last written one. */
interface Count {
  second: number;
  written: number;
  unwritten: number;
}

const mostASecond = 10;
const mostAddresses = 10_000;

/**
 * Bounds what failed logins cost: each writes an audit entry and so a commit. Above 10 a second per address they are
 * only counted. Answers the number of counted ones that the next entry stands for, or undefined: do not write.
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

/** All but this second's; with ten thousand addresses in one second, these too. */
function forgetOld(counts: Map<string, Count>, second: number): void {
  for (const [ip, count] of counts) if (count.second !== second) counts.delete(ip);
  if (counts.size >= mostAddresses) counts.clear();
}
