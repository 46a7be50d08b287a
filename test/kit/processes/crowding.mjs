/**
 * Works for 100 ms of processor time at the given niceness, and prints how many times longer that took.
 */
import { setPriority } from 'node:os';

/** Long enough for the system to give the processor to other programs and back. */
const LOOK = 100;

setPriority(Number(process.argv[2]));
const used = process.cpuUsage();
const started = performance.now();
const worked = () => {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
};
while (worked() < LOOK);
console.log(Math.max(1, (performance.now() - started) / worked()));
