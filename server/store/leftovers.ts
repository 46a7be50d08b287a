import type { Work } from '../../model/hooks.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Loader } from './memory/loader.ts';
import type { ScopeState } from './memory/scope-state.ts';
import { DIRECTORY, isCanvas, recordOf } from './store.ts';

interface Deps {
  readonly loader: Loader;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Other processes write to the same database. */
  readonly isShared: boolean;
}

/**
 * Scopes that belong to no record: a process was filling them and ended before it could show them. With several processes another
 * one may be filling a scope now, so what was written to in the last hour is none.
 */
export async function leftoverScopes({ loader, clock, scheduler, isShared }: Deps): Promise<readonly string[]> {
  const hourAgo = timestamp(clock.now() - 3_600_000);
  const there = [...loader.states.values()].filter(({ id }) => isCanvas(id));
  const owned = await scheduler.run(ownedScopes(loader));
  const isLeft = ({ id, durableHead }: ScopeState): boolean => !owned.has(id) && (!isShared || durableHead.modified_at < hourAgo);
  return there.filter(isLeft).map(({ id }) => id);
}

function* ownedScopes({ states }: Loader): Work<Set<string>> {
  const owned = new Set<string>();
  for (const version of [...states.get(DIRECTORY)!.records!.allNewest()]) {
    for (const scope of version.kind.ownScopes?.(recordOf(version)) ?? []) owned.add(scope);
    yield;
  }
  return owned;
}
