import { expect, test } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { fakeClock } from '../../test/kit/clock.ts';
import { atOnce } from '../scheduler.ts';
import { Presences } from './presence.ts';
import type { Session } from './session.ts';

test('a relay that takes long is followed by a longer rest', () => {
  const clock = fakeClock();
  const begun = clock.steady();
  const at: number[] = [];
  /** Takes 20 ms to be told anything. */
  const slow = {
    unsent: 0,
    offer: () => {
      at.push(clock.steady() - begun);
      clock.advance(20);
    },
  };
  const watcher = { connection: slow } as unknown as Session;
  const sender = { sessionId: 's-1', owner: { id: 7, name: 'Ann' } } as unknown as Session;
  const nothing = { listen: () => undefined };
  const presences = new Presences({
    ...{ clock, canvases: nothing, sessions: nothing, store: { onChange: () => undefined } },
    access: { reached: () => 'view', passes: () => true },
    scheduler: { later: async (work: Work) => atOnce(work) },
    watching: { ...nothing, watchersOf: () => [watcher] },
    elsewhere: { tell: () => undefined, flush: () => undefined },
  } as unknown as ConstructorParameters<typeof Presences>[0]);
  const said = { type: 'presence', canvas_id: 'b7a1', workspace: 0, viewport: null, cursors: [] } as const;
  for (let tick = 0; tick < 40; tick++) {
    presences.put(sender, said);
    clock.advance(10);
  }
  const gaps = at.slice(1).map((time, index) => time - at[index]!);
  expect(at[0]).toBe(50);
  expect(gaps.length).toBeGreaterThan(1);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100);
  presences.close();
});
