import type { Kind } from '../../model/resource.ts';
import { LARGE } from '../scheduler.ts';
import type { Change, DurableView } from '../store/store.ts';
import type { SeenChange, Source } from './source.ts';
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
    changes: (set) => set.changes.flatMap((change) => seenIn(list, change)),
    seen: () => view.list(list).versions(),
  };
}

/** A command may delete a record and give its key to one of another kind, which can be in another list. */
function seenIn(list: string, change: Change): SeenChange[] {
  const { key, kind, before, after } = change;
  if (!before || before.kind === kind) return isIn(list, kind) ? [change] : [];
  const left = isIn(list, before.kind) ? before : undefined;
  const came = after && isIn(list, after.kind) ? after : undefined;
  return left || came ? [{ key, before: left, after: came }] : [];
}

const isIn = (list: string, { name, lists }: Kind): boolean => name === list || lists.includes(list);
