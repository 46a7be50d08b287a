import type { ReadonlySignal } from '@preact/signals';
import { keptList } from '../../../live/kept/kept-list.ts';
import { salvageHint } from '../../../session/salvage-hint.ts';
import type { Salvage, SalvageEntry } from './salvage.ts';

/** Everything that the browser keeps for one person, from whichever canvas. */
export interface SalvageList {
  /** Older things first. */
  readonly list: ReadonlySignal<readonly SalvageEntry[]>;
  /** False: the browser does not have all of it, so it may go with the page. */
  readonly isWritten: ReadonlySignal<boolean>;
  /** In the place of what has this key. */
  put(key: string, thing: Salvage): void;
  remove(entries: readonly SalvageEntry[]): void;
}

const lists = new Map<number, SalvageList>();

export function salvageOf(user: number): SalvageList {
  const list = lists.get(user) ?? open(user);
  lists.set(user, list);
  return list;
}

function open(user: number): SalvageList {
  // On no canvas, because a person finds it wherever they are
  const kept = keptList<Salvage>('kept', { user, canvas_id: '' });
  const hint = salvageHint(user);
  void kept.loaded.then(() => kept.list.subscribe((entries) => hint.set(entries.length > 0)));
  return {
    list: kept.list,
    isWritten: kept.isWritten,
    put(key, thing) {
      hint.set(true);
      kept.put(key, thing);
    },
    remove(entries) {
      for (const { key } of entries) kept.remove(key);
    },
  };
}
