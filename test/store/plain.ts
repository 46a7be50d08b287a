import type { Writer } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import { isCanvas } from '../../server/store/store.ts';

export interface Held {
  readonly kind: Kind;
  readonly record: Stored;
}

/** Scope to records by key, in creation order. */
export type PlainState = ReadonlyMap<string, ReadonlyMap<string, Held>>;

/** What a command of the model test may do, in the store and in this model. */
export interface PlainScope
  extends Pick<Writer, 'get' | 'all' | 'by' | 'highest' | 'lowestFree' | 'count' | 'insert' | 'update' | 'remove'> {}
export interface PlainTransaction {
  readonly directory: PlainScope;
  scope(id: string): PlainScope;
  tombstone(scope: string): void;
}

/** Runs a command on a copy of the state, in the plainest possible store: one command after the other. */
export function runPlain(
  state: PlainState,
  { scopes, fresh = [] }: { readonly scopes: readonly string[]; readonly fresh?: readonly string[] },
  run: (tx: PlainTransaction) => string,
): { readonly state: PlainState; readonly outcome: string; readonly audit: readonly string[] } {
  const next = new Map([...state].map(([id, records]) => [id, new Map(records)]));
  for (const id of fresh) if (!next.has(id)) next.set(id, new Map());
  const scope = (id: string): PlainScope => plainScope(next.get(id)!, (dead) => void next.delete(dead));
  try {
    for (const id of scopes) if (!next.has(id)) throw refuse.notFound(isCanvas(id) ? 'Canvas' : 'Scope', id);
    const outcome = run({ scope, directory: scope('directory'), tombstone: (id) => void next.delete(id) });
    return { state: next, outcome: `done: ${outcome}`, audit: auditOf(state, next) };
  } catch (cause) {
    return { state, outcome: `refused: ${(cause as Error).message}`, audit: [] };
  }
}

function plainScope(held: Map<string, Held>, kill: (scope: string) => void): PlainScope {
  const ofKind = <R extends Stored>(kind: Kind<R>): R[] =>
    [...held.values()].filter((one) => one.kind === kind).map(({ record }) => structuredClone(record) as R);
  const numbered = (index: string, group: string): number[] =>
    [...held.values()].flatMap(({ kind, record }) => {
      const place = kind.numbers[index]?.(record);
      return place?.[0] === group ? [place[1]] : [];
    });
  const under = (kind: Kind, index: string, record: Stored): readonly string[] => [kind.indexes[index]?.(record) ?? []].flat();
  const drop = (key: string): void => {
    const gone = held.get(key);
    if (!held.delete(key) || !gone) return;
    for (const scope of gone.kind.ownScopes?.(gone.record) ?? []) kill(scope);
    for (const [other, { kind, record }] of [...held]) {
      if (Object.keys(kind.cascades).some((index) => under(kind, index, record).includes(key))) drop(other);
    }
  };
  return {
    get: (kind, id) => ofKind(kind).find((record) => record.id === id),
    all: ofKind,
    by: (kind, index, key) => ofKind(kind).filter((record) => under(kind, index, record).includes(key)),
    highest(_, index, group) {
      const numbers = numbered(index, group);
      return numbers.length > 0 ? Math.max(...numbers) : undefined;
    },
    lowestFree(_, index, group, from) {
      const taken = new Set(numbered(index, group));
      let free = from;
      while (taken.has(free)) free++;
      return free;
    },
    count: (_, index, group) => numbered(index, group).length,
    insert(kind, record) {
      if (held.has(kind.key(record.id))) throw new Error(`${record.id} is there`);
      held.set(kind.key(record.id), { kind, record: structuredClone(record) });
    },
    update: (kind, record) => void held.set(kind.key(record.id), { kind, record: structuredClone(record) }),
    *remove(key) {
      drop(key);
    },
  };
}

/** `action: key` of every net change that is audited. */
function auditOf(before: PlainState, after: PlainState): string[] {
  const [was, is] = [before, after].map((state) => state.get('directory') ?? new Map<string, Held>());
  const keys = [...new Set([...was!.keys(), ...is!.keys()])];
  return keys.flatMap((key) => {
    const kind = (was!.get(key) ?? is!.get(key))!.kind;
    const lines = kind.audit?.changed(was!.get(key)?.record, is!.get(key)?.record, false, undefined as never) ?? [];
    return lines.map(({ action }) => `${action}: ${key}`);
  });
}
