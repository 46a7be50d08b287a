import { Refusal } from '../../../model/refusal.ts';
import type { Metrics } from '../../metrics/metrics.ts';

/** Counts the commands of a function by their outcome. */
export type CountCommand = <T>(done: Promise<T>) => Promise<T>;

/** Lets the metrics tell how many commands displays have carried out, and how others ended. */
export function createCommandMetrics(metrics: Metrics): CountCommand {
  const ended = metrics.counter({
    name: 'easel_client_commands_total',
    help: 'Commands to displays by their outcome: done, offline, failed (the display did not do it, or not in time), refused',
    labels: ['outcome'],
  });
  return async (done) => {
    try {
      const result = await done;
      ended.of('done').add();
      return result;
    } catch (cause) {
      ended.of(outcomeOf(cause)).add();
      throw cause;
    }
  };
}

function outcomeOf(cause: unknown): 'offline' | 'failed' | 'refused' {
  if (!(cause instanceof Refusal) || cause.name === 'clientFailed') return 'failed';
  return cause.name === 'clientOffline' ? 'offline' : 'refused';
}
