/** Processor time of one look, in milliseconds: long enough for the system to give the processor to others and back. */
const LOOK = 100;

/**
 * How many times longer work takes here and now than it would alone, because others have the processors too: 1 on a quiet
 * machine. For bounds of tests: a limit of so many milliseconds is one of so many times this.
 */
export function crowding(): number {
  const used = process.cpuUsage();
  const started = performance.now();
  const worked = (): number => {
    const { user, system } = process.cpuUsage(used);
    return (user + system) / 1000;
  };
  while (worked() < LOOK);
  return Math.max(1, (performance.now() - started) / worked());
}
