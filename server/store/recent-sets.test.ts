import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { Note } from '../../test/kit/stream-fakes.ts';
import { RecentSets } from './recent-sets.ts';
import type { ChangeSet } from './store.ts';

const bench = (limits = { sets: 4, characters: 1000, allCharacters: 1500 }) => {
  const clock = fakeClock();
  return { clock, recent: new RecentSets(clock, limits) };
};

function setOf(scope: string, revision: number, length = 10): ChangeSet {
  const after = { key: 'a', kind: Note, ordinal: 1, shown: 'x'.repeat(length), hidden: null };
  return { scope, revision, changes: [{ key: 'a', kind: Note, before: undefined, after }], dead: false };
}

const revisions = (sets: readonly ChangeSet[] | undefined): number[] | undefined => sets?.map(({ revision }) => revision);

describe('the recent change sets of a scope', () => {
  it('are known from the moment on at which somebody keeps them, and none of another scope', () => {
    const { recent } = bench();
    recent.keep('c1', 5);
    recent.add(setOf('c2', 6));
    for (const revision of [6, 7, 7]) recent.add(setOf('c1', revision));
    expect([4, 5, 6, 7, 8].map((from) => revisions(recent.since('c1', from)))).toEqual([
      undefined,
      [6, 7, 7],
      [7, 7],
      [],
      undefined,
    ]);
    expect(recent.since('c2', 6)).toBeUndefined();
  });

  it('are dropped, the oldest first, when they are too many or too long', () => {
    const { recent } = bench();
    recent.keep('c1', 0);
    for (const revision of [1, 2, 3, 4, 5]) recent.add(setOf('c1', revision));
    expect([revisions(recent.since('c1', 2)), revisions(recent.since('c1', 3))]).toEqual([undefined, [4, 5]]);
    recent.add(setOf('c1', 6, 2000));
    expect([revisions(recent.since('c1', 5)), revisions(recent.since('c1', 6))]).toEqual([undefined, []]);
  });

  it('are dropped of the scope that changed least recently, when all together are too long', () => {
    const { recent } = bench();
    for (const scope of ['c1', 'c2']) recent.keep(scope, 0);
    for (const scope of ['c1', 'c2']) recent.add(setOf(scope, 1, 600));
    recent.add(setOf('c2', 2, 400));
    expect([revisions(recent.since('c1', 0)), revisions(recent.since('c2', 0))]).toEqual([undefined, [1, 2]]);
  });

  it('are kept for a minute after the last of those who keep them', () => {
    const { recent, clock } = bench();
    const end = recent.keep('c1', 0);
    const endOther = recent.keep('c1', 0);
    end();
    end();
    clock.advance(60_000);
    endOther();
    recent.add(setOf('c1', 1));
    clock.advance(59_000);
    const endAgain = recent.keep('c1', 1);
    expect(revisions(recent.since('c1', 0))).toEqual([1]);
    endAgain();
    clock.advance(60_000);
    recent.keep('c1', 1);
    expect([recent.since('c1', 0), recent.since('c1', 1)]).toEqual([undefined, []]);
    expect(clock.waiting).toBe(0);
  });

  it('are forgotten where some were not told, and with the scope', () => {
    const { recent } = bench();
    const end = recent.keep('c1', 0);
    recent.add(setOf('c1', 1));
    recent.add(setOf('c1', 3));
    expect([recent.since('c1', 1), revisions(recent.since('c1', 3))]).toEqual([undefined, []]);
    end();
    recent.add({ ...setOf('c1', 4), changes: [] });
    expect([recent.since('c1', 3), revisions(recent.since('c1', 4))]).toEqual([undefined, []]);
    recent.add({ ...setOf('c1', 5), dead: true });
    expect(recent.since('c1', 5)).toBeUndefined();
  });

  it('of a scope that has the name of a dead one are kept, whoever kept the dead one', () => {
    const { recent, clock } = bench();
    const end = recent.keep('c1', 0);
    recent.add({ ...setOf('c1', 1), dead: true });
    recent.keep('c1', 2);
    end();
    clock.advance(60_000);
    recent.add(setOf('c1', 3));
    expect(revisions(recent.since('c1', 2))).toEqual([3]);
  });
});
