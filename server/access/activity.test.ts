import { expect, test } from 'vitest';
import { createActivity } from './activity.ts';

function movable() {
  let time = 1_000_000;
  const never = { cancel: () => {} };
  return { now: () => time, after: () => never, every: () => never, pass: (ms: number) => void (time += ms) };
}

test('a token with an open stream is alive however long the stream stays open', () => {
  const clock = movable();
  const activity = createActivity(clock);
  activity.open('session:a');
  clock.pass(20 * 86_400_000);
  expect(activity.alive('session:a')).toBe(true);
  expect([...activity.inUse()]).toEqual(['session:a']);
});

test('a token is alive for 60 s after the last of its streams closed, and no longer', () => {
  const clock = movable();
  const activity = createActivity(clock);
  const first = activity.open('session:a');
  const last = activity.open('session:a');
  first();
  clock.pass(100_000);
  expect(activity.alive('session:a')).toBe(true);
  last();
  clock.pass(59_999);
  expect(activity.alive('session:a')).toBe(true);
  clock.pass(1);
  expect(activity.alive('session:a')).toBe(false);
  expect([...activity.inUse()]).toEqual([]);
});

test('closing a stream twice counts once', () => {
  const clock = movable();
  const activity = createActivity(clock);
  const close = activity.open('session:a');
  activity.open('session:a');
  close();
  close();
  clock.pass(100_000);
  expect(activity.alive('session:a')).toBe(true);
});

test('a token that never had a stream is not alive', () => {
  expect(createActivity(movable()).alive('session:a')).toBe(false);
});
