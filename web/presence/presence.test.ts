import { type ReadonlySignal, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { OtherPresence, OwnPresence } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { pageClock } from '../../test/kit/page-clock.ts';
import { en } from '../../texts/en/page/index.ts';
import { texts } from '../texts.ts';
import { createCamera } from '../view/camera.ts';
import { cursorsOf, IDLE, liveCursors, MOST, type ShownCursor } from './cursor-list.ts';
import { glideAt } from './glides.ts';
import { tellOwnPresence } from './own-presence.ts';
import { peopleOf } from './people.ts';
import { createPresence } from './presence.ts';

const other = (id: number, name: string, x: number, cursors: readonly { id: string; x: number; y: number }[] = []) =>
  ({
    type: 'presence',
    canvas_id: 'canvas',
    workspace: 0,
    viewport: { x, y: 0, width: 100, height: 50 },
    cursors: cursors.map((one) => ({ down: false, color: '', label: '', ...one })),
    from: { client_id: `c${id}`, session_id: `s${id}`, installation_name: 'page', kind: 'viewer', user: { id, name } },
  }) as unknown as OtherPresence;

function page() {
  texts.value = en;
  const clock = pageClock();
  const there: OtherPresence[] = [];
  const listeners = new Set<() => void>();
  const following = signal(false);
  const watched = [] as (readonly string[])[];
  const said = [] as string[];
  let followed: ReadonlySignal<Box | undefined> | undefined;
  const stop = (): void => {
    following.value = false;
  };
  const presence = createPresence({
    canvas_id: 'canvas',
    connection: {
      presence: { watch: (ids) => void watched.push(ids), others: () => [...there] },
      onPresence({ seen }) {
        listeners.add(seen);
        return () => listeners.delete(seen);
      },
    },
    motion: {
      following,
      stop,
      follow(box) {
        stop();
        followed = box;
        following.value = true;
      },
    },
    kept: { getItem: () => null, setItem: () => undefined },
    say: (text) => said.push(text),
    clock,
  });
  const hear = (...others: OtherPresence[]): void => {
    there.splice(0, there.length, ...others);
    for (const listen of listeners) listen();
    clock.advance(30);
  };
  return { presence, hear, watched, said, clock, following, listeners, box: () => followed?.value };
}

describe('following', () => {
  it('shows what the person sees, until they leave', () => {
    const { presence, hear, box, following } = page();
    hear(other(1001, 'Kim', 1), other(1002, 'Ann', 5));
    presence.follow('user 1001');
    expect([presence.followed.value?.name, box()?.x]).toEqual(['Kim', 1]);
    hear(other(1001, 'Kim', 2), other(1002, 'Ann', 5));
    expect(box()?.x).toBe(2);
    hear(other(1002, 'Ann', 5));
    expect([presence.followed.value, following.value]).toEqual([undefined, false]);
  });

  it('ends when something else moves the view, and changes from one to another', () => {
    const { presence, hear, following } = page();
    hear(other(1001, 'Kim', 1), other(1002, 'Ann', 5));
    presence.follow('user 1001');
    presence.follow('user 1002');
    expect(presence.followed.value?.name).toBe('Ann');
    following.value = false;
    expect(presence.followed.value).toBeUndefined();
  });
});

describe('the people of a page', () => {
  it('are announced when they come and go, but not those who were there before', () => {
    const { hear, said, clock } = page();
    hear(other(1001, 'Kim', 1));
    clock.advance(3000);
    hear(other(1001, 'Kim', 1), other(1002, 'Ann', 5));
    hear(other(1002, 'Ann', 5));
    expect(said).toEqual(['Ann is here.', 'Kim has left.']);
  });

  it('are watched as long as the canvas is open, and their views are there for the minimap', () => {
    const { presence, hear, watched, listeners } = page();
    hear(other(1001, 'Kim', 7));
    expect(presence.others.value).toMatchObject([{ box: { x: 7 } }]);
    presence.close();
    expect(watched).toEqual([['canvas'], []]);
    expect(listeners.size).toBe(0);
  });
});

describe('cursors of others', () => {
  const guest = String;
  const at = (x: number, ids = ['m']) =>
    peopleOf(
      [
        other(
          1001,
          'Kim',
          0,
          ids.map((id) => ({ id, x, y: 0 })),
        ),
      ],
      guest,
    );

  it('stand where they were first seen, and glide to where they go', () => {
    const first = cursorsOf(at(100), new Map(), 0);
    const second = cursorsOf(at(200), first, 1000);
    const { glide } = [...second.values()][0]!;
    expect([1000, 1050, 1100, 2000].map((now) => glideAt(glide, now).x)).toEqual([100, 150, 200, 200]);
    const third = cursorsOf(at(300), second, 1050);
    expect(glideAt([...third.values()][0]!.glide, 1050).x).toBe(150);
  });

  it('are hidden when they have not moved for ten seconds, also while they are repeated', () => {
    const first = cursorsOf(at(100), new Map(), 0);
    const again = cursorsOf(at(100), first, 5000);
    expect(liveCursors(again.values(), IDLE - 1).length).toBe(1);
    expect(liveCursors(again.values(), IDLE)).toEqual([]);
  });

  it('are one for each finger, and at most fifty: those that moved last', () => {
    expect(cursorsOf(at(1, ['f1', 'f2', 'f3']), new Map(), 0).size).toBe(3);
    const many = Array.from({ length: 80 }, (_, moved) => ({ key: String(moved), moved }) as ShownCursor);
    const live = liveCursors(many, 100);
    expect(live.length).toBe(MOST);
    expect(Math.min(...live.map(({ moved }) => moved))).toBe(30);
  });
});

describe('the own presence', () => {
  const own = () => {
    const shown: OwnPresence[] = [];
    const hidden: string[] = [];
    const camera = createCamera();
    camera.extent.value = { width: 800, height: 400 };
    const shy = signal(false);
    const presence = { show: (one: OwnPresence) => void shown.push(one), hide: (id: string) => void hidden.push(id) };
    return { teller: tellOwnPresence({ canvas_id: 'canvas', presence, camera, shy }), shown, hidden, camera, shy };
  };

  it('is the view and every pointer on the canvas, in its pixels', () => {
    const { teller, shown, camera } = own();
    teller.point('f1', { x: 100, y: 100 }, true);
    teller.point('f2', { x: 200, y: 100 }, true);
    camera.show({ x: 1000, y: 0, zoom: 2 });
    expect(shown.at(-1)).toMatchObject({
      viewport: { x: 1000, y: 0, width: 400, height: 200 },
      cursors: [
        { id: 'f1', x: 1050, y: 50, down: true },
        { id: 'f2', x: 1100, y: 50 },
      ],
    });
    teller.leave('f1');
    expect(shown.at(-1)!.cursors!.map(({ id }) => id)).toEqual(['f2']);
  });

  it('has no cursor of people who do not want it to be shown', () => {
    const { teller, shown, shy } = own();
    teller.point('mouse', { x: 100, y: 100 }, false);
    shy.value = true;
    expect(shown.at(-1)).toMatchObject({ cursors: [], viewport: { width: 800 } });
  });

  it('is hidden with the page, and comes back with it', () => {
    const { teller, shown, hidden, camera } = own();
    teller.see(false);
    const before = shown.length;
    camera.pan(10, 10);
    expect([hidden, shown.length - before]).toEqual([['canvas'], 0]);
    teller.see(true);
    expect(shown.length - before).toBe(1);
  });
});
