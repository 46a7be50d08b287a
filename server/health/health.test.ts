import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { createHealth, type HealthDeps, isReady } from './health.ts';
import { watchLoop } from './loop-delay.ts';

const log = { warn: () => undefined, info: () => undefined };
const check = async (name: 'events' | 'disk', deps: Partial<HealthDeps>) => {
  const usual = { store: { probe: async () => undefined }, disk: { room: 'enough' } as const, clock: fakeClock(), log };
  const checks = await createHealth({
    ...usual,
    isShared: false,
    events: undefined,
    areFilesApart: () => false,
    isApart: () => false,
    ...deps,
  }).readiness();
  return [checks[name].state, isReady(checks)];
};

describe('a server is ready', () => {
  test('without a bus, with one, and while that is away, because nodes ask the database then', async () => {
    expect(await check('events', {})).toEqual(['ok', true]);
    expect(await check('events', { events: { isUp: true } })).toEqual(['ok', true]);
    expect(await check('events', { events: { isUp: false } })).toEqual(['degraded', true]);
  });

  test('on a full disk only when no other node could take its place: people delete things by it', async () => {
    for (const isShared of [false, true]) {
      expect(await check('disk', { isShared, disk: { room: 'enough' } })).toEqual(['ok', true]);
      expect(await check('disk', { isShared, disk: { room: 'little' } })).toEqual(['degraded', true]);
    }
    expect(await check('disk', { isShared: false, disk: { room: 'none' } })).toEqual(['degraded', true]);
    expect(await check('disk', { isShared: true, disk: { room: 'none' } })).toEqual(['failed', false]);
  });

  test('unless a turn of the event loop took seconds; after ten seconds it counts no more', async () => {
    const clock = stoppable();
    const health = createHealth({
      store: { probe: async () => undefined },
      disk: { room: 'enough' },
      isShared: false,
      events: undefined,
      log,
      clock,
      areFilesApart: () => false,
      isApart: () => false,
    });
    const seen = async () => [(await health.readiness()).event_loop.state, health.isLive];
    expect(await seen()).toEqual(['ok', true]);
    clock.block(3000);
    expect(await seen(), 'looked at before the timer').toEqual(['failed', true]);
    clock.advance(500);
    expect(await seen()).toEqual(['failed', true]);
    clock.advance(10_000);
    expect(await seen()).toEqual(['ok', true]);
    clock.block(11_000);
    expect(await seen()).toEqual(['failed', false]);
    health.close();
  });
});

test('the delay of the event loop is nothing while timers fire in time, and watched only while somebody asks', () => {
  const clock = stoppable();
  const loop = watchLoop(clock);
  expect([loop.longest(), clock.waiting]).toEqual([0, 1]);
  clock.advance(20_000);
  expect(loop.longest()).toBe(0);
  clock.advance(200_000);
  expect(clock.waiting, 'nobody asks any more').toBe(0);
  clock.block(60_000);
  expect(loop.longest(), 'nor did anybody watch').toBe(0);
  loop.close();
  expect(clock.waiting).toBe(0);
});

/** A clock on which time can pass while no timer fires, as while a turn lasts. */
function stoppable() {
  const clock = fakeClock();
  let blocked = 0;
  return {
    ...clock,
    steady: () => clock.steady() + blocked,
    get waiting() {
      return clock.waiting;
    },
    block: (ms: number) => {
      blocked += ms;
    },
  };
}
