import { expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { Note } from '../../test/kit/stream-fakes.ts';
import { ChangeFeed } from './feed.ts';
import type { ChangeSet } from './store.ts';

/** A feed of canvases whose revisions are counted, with bounds that a test reaches. */
function bench() {
  const clock = fakeClock();
  const revisions = new Map<string, number>();
  const feed = new ChangeFeed({
    clock,
    revision: (scope) => revisions.get(scope),
    limits: { sets: 4, characters: 1000, allCharacters: 1500 },
  });
  const commit = (scope: string): void => {
    const revision = (revisions.get(scope) ?? 0) + 1;
    revisions.set(scope, revision);
    const after = { key: 'a', kind: Note, ordinal: 1, shown: `${revision}`, hidden: null };
    feed.publish({ scope, revision, changes: [{ key: 'a', kind: Note, before: undefined, after }], dead: false });
  };
  return { clock, feed, commit, revision: (scope: string) => revisions.get(scope) ?? 0 };
}

const revisionsOf = (sets: readonly ChangeSet[] | undefined) => sets?.map(({ revision }) => revision);

it('tells all who follow, in the order in which they came, until they stop', () => {
  const { feed, commit } = bench();
  const heard: string[] = [];
  const stopFirst = feed.follow(({ scope }) => void heard.push(`first ${scope}`));
  feed.follow(({ scope }) => void heard.push(`second ${scope}`));
  commit('c1');
  stopFirst();
  commit('c2');
  expect(heard).toEqual(['first c1', 'second c1', 'second c2']);
});

it('goes on from a revision: what is kept, and then what comes live, nothing twice and nothing missed', () => {
  const { feed, commit, revision } = bench();
  commit('c1');
  feed.keep('c1');
  for (const _ of ['2', '3']) commit('c1');
  const seen = [...feed.since('c1', 1)!];
  feed.follow((set) => void seen.push(set));
  commit('c1');
  expect([revisionsOf(seen), revision('c1')]).toEqual([[2, 3, 4], 4]);
});

it('knows a change set already in the turn in which its listeners are called', () => {
  const { feed, commit } = bench();
  feed.keep('c1');
  const known: unknown[] = [];
  feed.follow(() => void known.push(revisionsOf(feed.since('c1', 0))));
  for (const _ of ['1', '2']) commit('c1');
  expect(known).toEqual([[1], [1, 2]]);
});

it('answers that a scope must be read anew for a revision that is too old, never was, or of which nobody kept anything', () => {
  const { feed, commit } = bench();
  commit('c1');
  commit('c1');
  feed.keep('c1');
  for (const scope of ['c1', 'c2']) commit(scope);
  expect(['c1 1', 'c1 2', 'c1 3', 'c1 4', 'c2 0'].map((one) => revisionsOf(feed.since(...askedIn(one))))).toEqual([
    undefined,
    [3],
    [],
    undefined,
    undefined,
  ]);
});

function askedIn(text: string): [string, number] {
  const [scope, revision] = text.split(' ');
  return [scope!, Number(revision)];
}

it('keeps no more for a slow consumer than its bounds, and goes on after the consumer has read the scope anew', () => {
  const { feed, commit, revision } = bench();
  feed.keep('c1');
  let seen = 0;
  const reloads: number[] = [];
  /** What a consumer does in its own time. */
  const look = (): (readonly number[])[] => {
    const sets = feed.since('c1', seen);
    if (!sets) reloads.push(seen);
    seen = revision('c1');
    return [revisionsOf(sets) ?? []];
  };
  for (const _ of ['1', '2', '3']) commit('c1');
  expect(look()).toEqual([[1, 2, 3]]);
  for (let more = 0; more < 10_000; more++) commit('c1');
  expect(look()).toEqual([[]]);
  commit('c1');
  expect(look()).toEqual([[10_004]]);
  expect(reloads).toEqual([3]);
});

it('leaves no timer behind, also of what is kept for a while yet', () => {
  const { feed, clock } = bench();
  feed.keep('c1')();
  feed.keep('c2');
  expect(clock.waiting).toBe(1);
  feed.close();
  expect(clock.waiting).toBe(0);
});
