import { expect, test } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { StreamRoom } from './stream-room.ts';

const anybody = { credential: 'none' } as Actor;
const user = { credential: 'token' } as unknown as Actor;
const room = (): StreamRoom => new StreamRoom({ all: 64, each: () => 40 });

/** How many of these shares there can be. */
function most(shareOf: () => { take(amount: number): void }): number {
  for (let taken = 0; ; taken++) {
    try {
      shareOf().take(1);
    } catch {
      return taken;
    }
  }
}

test('callers who are not signed in have half of the streams together, however many they are', () => {
  const streams = room();
  let all = 0;
  for (let address = 0; address < 50; address++) all += most(() => streams.shareOf(anybody, `address ${address}`));
  // An eighth of them is for connections that do not say yet who they are
  expect(all).toBe(28);
  expect(most(() => streams.arriving(anybody, 'address x'))).toBe(4);
  expect(most(() => streams.shareOf(user, 'user 1'))).toBe(32);
});

test('what a caller could not take whole is not taken at all, and all of it is given back', () => {
  const streams = room();
  for (let time = 0; time < 3; time++) {
    const shares = Array.from({ length: 14 }, () => streams.shareOf(anybody, 'address 1'));
    for (const share of shares) share.take(1);
    expect(() => streams.shareOf(anybody, 'address 1').take(1)).toThrow();
    expect(() => shares[0]!.check(1)).toThrow();
    for (const share of shares) share.release();
  }
  expect(most(() => streams.shareOf(user, 'user 1'))).toBe(40);
});
