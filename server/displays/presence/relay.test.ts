import { beforeEach, describe, expect, test } from 'vitest';
import type { Work } from '../../../model/hooks.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { atOnce } from '../../scheduler.ts';
import type { ClientSession } from '../session/session.ts';
import type { Connection } from '../socket/connection.ts';
import { type News, Relay, UNSENT_BYTES } from './relay.ts';

const CANVAS = 'b7a1';

/** Somebody who watches, with the pieces of each write. */
class Watcher {
  readonly got: (readonly Buffer[])[] = [];
  readonly sent: object[] = [];
  constructor(
    readonly sessionId: string,
    readonly unsent = 0,
    private readonly onOffer = (): void => undefined,
  ) {}

  readonly connection = {
    offer: (pieces: readonly Buffer[], most: number) => {
      if (this.unsent > most) return false;
      this.got.push(pieces);
      this.onOffer();
      return true;
    },
  } as unknown as Connection;

  send(message: object): boolean {
    this.sent.push(message);
    return true;
  }

  get text(): string {
    return this.got
      .flat()
      .map((bytes) => bytes.toString())
      .join('');
  }
}

let clock: ReturnType<typeof fakeClock>;
let watchers: Watcher[];
/** What a relay does between two of its steps. */
let between: () => void;

function relayTo(...all: Watcher[]): Relay {
  watchers = all;
  const watching = {
    watchersOf: () => watchers as unknown as Iterable<ClientSession>,
    isWatching: (one: unknown) => watchers.includes(one as Watcher),
  };
  const later = async (work: Work): Promise<void> => {
    for (let step = work.next(); !step.done; step = work.next()) between();
  };
  return new Relay({ clock, watching, scheduler: { later }, flush: () => undefined, log: {} } as unknown as ConstructorParameters<
    typeof Relay
  >[0]);
}

const news = (session: string, text: string | undefined, workspace = 0): News => ({
  ...{ canvas: CANVAS, session, workspace },
  take: () => (text === undefined ? undefined : Buffer.from(text)),
});

beforeEach(() => {
  clock = fakeClock();
  between = () => undefined;
});

describe('the relay of presence', () => {
  test('makes one text of what is new, which all who watch share', () => {
    const [a, b] = [new Watcher('a'), new Watcher('b')];
    const relay = relayTo(a, b);
    let made = 0;
    for (const session of ['x', 'y', 'z']) relay.tell({ ...news(session, ''), take: () => Buffer.from(`<${session}${++made}>`) });
    clock.advance(50);
    expect([a.text, b.text, made]).toEqual(['<x1><y2><z3>', '<x1><y2><z3>', 3]);
    expect(a.got[0]![0]).toBe(b.got[0]![0]);
    relay.close();
  });

  test('sends nobody their own news, whatever news of others stand before and behind', () => {
    const [y, other] = [new Watcher('y'), new Watcher('other')];
    const relay = relayTo(y, other);
    relay.tell(news('x', '<x>'));
    relay.tell(news('y', '<y>'));
    relay.tell(news('z', '<z>'));
    relay.tell(news('y', '<y1>', 1));
    clock.advance(50);
    expect([y.text, other.text]).toEqual(['<x><z>', '<x><y><y1><z>']);
    relay.close();
  });

  test('says at once that somebody left, and only then; to those, too, who have much unread', () => {
    const [idle, stuck] = [new Watcher('idle'), new Watcher('stuck', UNSENT_BYTES + 1)];
    const relay = relayTo(idle, stuck);
    relay.tell(news('x', '<x>'));
    relay.tellSoon(news('x', undefined));
    expect(idle.text.match(/presence-gone/g)).toHaveLength(1);
    expect(stuck.sent).toEqual([{ type: 'presence-gone', canvas_id: CANVAS, session_id: 'x' }]);
    clock.advance(1_000);
    expect(idle.text).not.toContain('<x>');
    expect(stuck.got).toEqual([]);
    relay.close();
  });

  test('that is under way is not overtaken by a farewell', () => {
    const all = Array.from({ length: 40 }, (_, at) => new Watcher(`w${at}`));
    const relay = relayTo(...all);
    relay.tell(news('x', '<x>'));
    between = () => {
      between = () => undefined;
      relay.tellSoon(news('x', undefined));
    };
    clock.advance(50);
    for (const { text } of all) expect(text).toMatch(/^<x>.*presence-gone.*$/);
    relay.close();
  });

  test('that takes long is followed by a longer rest', () => {
    const begun = clock.steady();
    const at: number[] = [];
    const slow = new Watcher('slow', 0, () => {
      at.push(clock.steady() - begun);
      clock.advance(20);
    });
    const relay = relayTo(slow);
    for (let tick = 0; tick < 40; tick++) {
      relay.tell(news('x', '<x>'));
      clock.advance(10);
    }
    const gaps = at.slice(1).map((time, index) => time - at[index]!);
    expect(at[0]).toBe(50);
    expect(gaps.length).toBeGreaterThan(1);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100);
    relay.close();
  });

  test('writes to a few watchers in one step', () => {
    const all = Array.from({ length: 500 }, (_, at) => new Watcher(`w${at}`));
    const relay = relayTo(...all);
    let steps = 0;
    between = () => steps++;
    relay.tell(news('x', '<x>'));
    clock.advance(50);
    expect(steps).toBeGreaterThan(500 / 32);
    relay.close();
  });
});

test('news that come while nobody is told wait for the next turn', () => {
  const one = new Watcher('a');
  const relay = relayTo(one);
  atOnce(
    (function* (): Work {
      relay.tell(news('x', '<1>'));
      relay.tell(news('x', '<2>'));
      yield;
    })(),
  );
  clock.advance(49);
  expect(one.text).toBe('');
  clock.advance(1);
  expect(one.text).toBe('<2>');
  relay.close();
});
