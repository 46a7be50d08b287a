import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { createActivity } from './activity.ts';

test('a token with an open stream is alive however long the stream stays open', () => {
  const clock = fakeClock();
  const activity = createActivity(clock);
  activity.open('session:a');
  clock.advance(20 * 86_400_000);
  expect(activity.alive('session:a')).toBe(true);
  expect([...activity.inUse()]).toEqual(['session:a']);
});

test('a token is alive for 60 s after the last of its streams closed, and no longer', () => {
  const clock = fakeClock();
  const activity = createActivity(clock);
  const first = activity.open('session:a');
  const last = activity.open('session:a');
  first();
  clock.advance(100_000);
  expect(activity.alive('session:a')).toBe(true);
  last();
  clock.advance(59_999);
  expect(activity.alive('session:a')).toBe(true);
  clock.advance(1);
  expect(activity.alive('session:a')).toBe(false);
  expect([...activity.inUse()]).toEqual([]);
});

test('closing a stream twice counts once', () => {
  const clock = fakeClock();
  const activity = createActivity(clock);
  const close = activity.open('session:a');
  activity.open('session:a');
  close();
  close();
  clock.advance(100_000);
  expect(activity.alive('session:a')).toBe(true);
});

test('a token that never had a stream is not alive', () => {
  expect(createActivity(fakeClock()).alive('session:a')).toBe(false);
});
