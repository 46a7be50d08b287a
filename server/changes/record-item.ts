import type { ChangeSet, DurableView } from '../store/store.ts';
import type { SeenChange, Source } from './source.ts';

/** One record whose shown text is the answer. The caller has checked that it is there and of the right kind. */
export function recordItem(view: DurableView, scope: string, key: string): Source {
  return {
    key: `${scope}/record/${key}`,
    form: 'item',
    scope,
    record: () => view.version(key),
    text: () => view.version(key)?.shown ?? '',
    body: () => [Buffer.from(view.version(key)?.shown ?? '')],
    changes: (set) => changeOf(set, key),
    seen: () => present(view.version(key)),
  };
}

function changeOf(set: ChangeSet, key: string): readonly SeenChange[] {
  const change = set.changes.find((candidate) => candidate.key === key);
  return change ? [change] : none;
}

const present = <T>(value: T | undefined): readonly T[] => (value ? [value] : none);

const none: readonly never[] = [];
