import { expect, test } from 'vitest';
import { oneAtATime, turnOf } from './follow.ts';
import type { CurrentSession } from './session.ts';

const as = (id: number | null): CurrentSession => ({ user: id === null ? null : { id } }) as CurrentSession;

test('a tab whose person is the same goes on', () =>
  expect([turnOf(as(7), as(7)), turnOf(as(null), as(null)), turnOf(undefined, as(7)), turnOf(as(null), as(7))]).toEqual([
    'same',
    'same',
    'same',
    'same',
  ]));

test('a tab whose person was signed out elsewhere says that the session has ended', () =>
  expect(turnOf(as(7), as(null))).toBe('ended'));

test('a tab where somebody else has signed in follows', () => expect(turnOf(as(7), as(8))).toBe('other'));

test('whatever is asked for while something runs is done once more, when it is through', async () => {
  const ends: (() => void)[] = [];
  const run = oneAtATime(() => new Promise((resolve) => ends.push(resolve)));
  for (let call = 0; call < 3; call++) run();
  expect(ends).toHaveLength(1);
  for (const runs of [2, 2]) {
    ends.at(-1)!();
    await new Promise(setImmediate);
    expect(ends).toHaveLength(runs);
  }
});
