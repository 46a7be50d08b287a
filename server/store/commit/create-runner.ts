import type { Clock } from '../../clock.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Loader } from '../memory/loader.ts';
import type { CatchUp } from '../nodes/catch-up.ts';
import type { ChangeSet } from '../store.ts';
import type { StoreMetrics } from '../store-metrics.ts';
import { Committer } from './committer.ts';
import { Recovery } from './recovery.ts';
import { Runner } from './runner.ts';

/** Between two look-ups of an unknown outcome, in milliseconds. */
const LOOKUP_PAUSE = 250;

/** Tells the other nodes that this one has moved a scope to a revision. */
export type Announce = (scope: string, revision: number) => void;

/** Recovers a batch that is not durable; the batch counts as in flight until then. */
type Recover = Recovery['recover'];

interface Deps {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly loader: Loader;
  readonly catchUp: CatchUp;
  /** The indexes through which a record takes others with it. */
  readonly cascading: readonly string[];
  readonly publish: (set: ChangeSet) => void;
  readonly announce: Announce;
  readonly metrics: StoreMetrics;
  /** The store cannot go on. */
  readonly fatal: (cause: unknown) => void;
}

/**
 * Makes what brings commands to the disk. The three parts hand work to each other in a circle:
 *
 *     runner ──a run joins a batch──▶ committer ──a batch is not durable──▶ recovery
 *        ▲                                                                     │
 *        └────────────────── its commands run again ───────────────────────────┘
 */
export function createRunner({ clock, cascading, loader, catchUp, announce, publish, metrics, ...shared }: Deps): Runner {
  const runner = new Runner({
    ...shared,
    cascading,
    state: (id) => loader.known(id),
    refuseFull: (grown) => loader.refuseFull(grown),
    join: (entry) => committer.join(entry),
  });
  const recover: Recover = (batch, outcome) => recovery.recover(batch, outcome);
  const committer = new Committer({
    ...shared,
    clock,
    metrics,
    publish(set) {
      announce(set.scope, set.revision);
      publish(set);
    },
    die(dead, changes) {
      announce(dead.id, dead.revision);
      loader.die(dead, changes);
    },
    recover,
  });
  const recovery = new Recovery({
    ...shared,
    runner,
    committer,
    catchUp: (states) => catchUp.all(states),
    pause: () => new Promise((resume) => clock.after(LOOKUP_PAUSE, resume)),
  });
  return runner;
}
