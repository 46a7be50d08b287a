/**
 * The server under test imports this before it starts (`node --import`). It reports memory and processor time of the process
 * over its channel, and costs nothing between two calls.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { answerCalls } from '../lib/calls.mjs';

answerCalls({
  /** Live bytes after a garbage collection. */
  async memory() {
    for (let round = 0; round < 3; round++) {
      globalThis.gc?.();
      await wait(50);
    }
    return process.memoryUsage();
  },
  /** Resident bytes of the process. */
  rss: () => process.memoryUsage.rss(),
  /** Processor time of all threads since the start, in microseconds. */
  processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Share of the time since the last call in which the event loop had work. */
  busy() {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, globalThis.easelBenchLoop ?? now);
    globalThis.easelBenchLoop = now;
    return utilization;
  },
  /** Begins to watch the turns of the event loop. */
  watchTurns() {
    globalThis.easelBenchTurns ??= monitorEventLoopDelay({ resolution: 1 });
    globalThis.easelBenchTurns.enable();
    globalThis.easelBenchTurns.reset();
  },
  /** Milliseconds of the longest turn since then. */
  longestTurn: () => globalThis.easelBenchTurns.max / 1e6,
});
// The channel must not keep a server from ending
process.channel?.unref();
