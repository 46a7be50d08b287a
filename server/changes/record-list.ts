import { LARGE } from '../scheduler.ts';
import type { Change, DurableView } from '../store/store.ts';
import type { Source } from './source.ts';
import { listBody, listSnapshot } from './text.ts';

/** A list of a scope as it is stored: the records of one kind, or of the kinds that name the list, in creation order. */
export function recordList(view: DurableView, scope: string, list: string): Source {
  return {
    key: `${scope}/${list}`,
    form: 'list',
    scope,
    body: () => listBody(view.list(list).pages()),
    snapshot: () => (view.list(list).size > LARGE ? listSnapshot(view.list(list).snapshot()) : undefined),
    characters: () => view.list(list).characters,
    ofScope: true,
    replays: true,
    alteredAt: view.alteredAt,
    changes: (set) => set.changes.filter((change) => isIn(list, change)),
    seen: () => view.list(list).versions(),
  };
}

const isIn = (list: string, { kind }: Change): boolean => kind.name === list || kind.lists.includes(list);
