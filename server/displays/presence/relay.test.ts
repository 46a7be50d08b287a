import { beforeEach, describe, expect, test } from 'vitest';
import type { Work } from '../../../model/hooks.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { Connection } from '../socket/connection.ts';
import { frameOfText, payloadOf } from '../socket/frames.ts';
import { type News, UNSENT_BYTES } from './parcels.ts';
import { Relay } from './relay.ts';

const CANVAS = 'b7a1';

/** Somebody who watches, with the pieces of each write. */
class Watcher {
  readonly got: (readonly Buffer[])[] = [];
  readonly sent: object[] = [];
  constructor(
    readonly sessionId: string,
    readonly unsent = 0,
    private readonly onOffer = (): void => undefined,
    readonly bundles = false,
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

  /** What was in each frame. */
  get messages(): readonly unknown[] {
    return this.got.flat().map((frame) => JSON.parse(payloadOf(frame).toString()));
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
/** What runs in the next turn. */
let turns: (() => void)[];

function turn(): void {
  for (const run of turns.splice(0)) run();
}
/** Time goes by, and what is due then runs. */
function later(ms: number): void {
  clock.advance(ms);
  turn();
}

function relayTo(...all: Watcher[]): Relay {
  watchers = all;
  const watching = {
    watchersOf: () => watchers as unknown as Iterable<ClientSession>,
    isWatching: (one: unknown) => watchers.includes(one as Watcher),
    takesBundles: ({ bundles }: Watcher) => bundles,
  };
  const inLine = (work: Work): Promise<void> =>
    new Promise((resolve) => {
      turns.push(() => {
        for (let step = work.next(); !step.done; step = work.next()) between();
        resolve();
      });
    });
  return new Relay({
    clock,
    watching,
    scheduler: { later: inLine },
    flush: () => undefined,
    log: {},
  } as unknown as ConstructorParameters<typeof Relay>[0]);
}

const news = (session: string, text: string | undefined, workspace = 0, canvas = CANVAS): News => ({
  canvas,
  session,
  workspace,
  take: () => (text === undefined ? undefined : Buffer.from(text)),
});

beforeEach(() => {
  clock = fakeClock();
  between = () => undefined;
  turns = [];
});

describe('the relay of presence', () => {
  test('makes one text of what is new, which all who watch share', () => {
    const [a, b] = [new Watcher('a'), new Watcher('b')];
    const relay = relayTo(a, b);
    let made = 0;
    for (const session of ['x', 'y', 'z']) relay.tell({ ...news(session, ''), take: () => Buffer.from(`<${session}${++made}>`) });
    turn();
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
    turn();
    expect([y.text, other.text]).toEqual(['<x><z>', '<x><y><y1><z>']);
    relay.close();
  });

  test('says at once that somebody left, and only then; to those, too, who have much unread', () => {
    const [idle, stuck] = [new Watcher('idle'), new Watcher('stuck', UNSENT_BYTES + 1)];
    const relay = relayTo(idle, stuck);
    relay.tell(news('x', '<x>'));
    relay.tellSoon(news('x', undefined));
    turn();
    expect(idle.text.match(/presence-gone/g)).toHaveLength(1);
    expect(stuck.sent).toEqual([{ type: 'presence-gone', canvas_id: CANVAS, session_id: 'x' }]);
    later(1_000);
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
    turn();
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
      later(10);
    }
    const gaps = at.slice(1).map((time, index) => time - at[index]!);
    expect(at[0]).toBeLessThanOrEqual(10);
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
    turn();
    expect(steps).toBeGreaterThan(500 / 32);
    relay.close();
  });
});

test('news of a quiet canvas go out at once, those that come sooner than 33 ms later at the end of these, the latest of each', () => {
  const one = new Watcher('a');
  const relay = relayTo(one);
  relay.tell(news('x', '<1>'));
  relay.tell(news('x', '<2>'));
  turn();
  expect(one.text).toBe('<2>');
  relay.tell(news('x', '<3>'));
  relay.tell(news('y', '<4>'));
  later(32);
  expect(one.text).toBe('<2>');
  relay.tell(news('x', '<5>'));
  later(1);
  expect(one.text).toBe('<2><5><4>');
  later(33);
  relay.tell(news('x', '<6>'));
  turn();
  expect(one.text).toBe('<2><5><4><6>');
  relay.close();
});

test('no canvas waits for another', () => {
  const one = new Watcher('a');
  const relay = relayTo(one);
  relay.tell(news('x', '<1>'));
  turn();
  relay.tell(news('x', '<2>', 0, 'c8b2'));
  turn();
  expect(one.text).toBe('<1><2>');
  relay.close();
});

test('a departure is reported at once, also where other messages wait', () => {
  const one = new Watcher('a');
  const relay = relayTo(one);
  relay.tell(news('x', '<1>'));
  turn();
  relay.tell(news('x', '<2>'));
  relay.tell(news('y', '<3>'));
  relay.tellSoon(news('x', undefined));
  turn();
  expect(one.text).toMatch(/^<1>.*presence-gone[^<]*$/);
  later(33);
  expect(one.text).toMatch(/^<1>.*presence-gone[^<]*<3>$/);
  relay.close();
});

describe('a bundle', () => {
  const bundling = (session: string, unsent = 0) => new Watcher(session, unsent, undefined, true);
  const said = (session: string): News => ({ ...news(session, ''), take: () => frameOfText(JSON.stringify({ of: session })) });
  const bundle = (presences: readonly string[], gone: readonly string[] = []) => ({
    type: 'presences',
    canvas_id: CANVAS,
    presences: presences.map((of) => ({ of })),
    gone,
  });

  test('has all that is new in one frame, made once, for those alone who asked for it', () => {
    const [a, b, plain] = [bundling('a'), bundling('x7'), new Watcher('plain')];
    const relay = relayTo(a, b, plain);
    const names = Array.from({ length: 40 }, (_, at) => `x${at}`);
    for (const name of names) relay.tell(said(name));
    relay.tellSoon(news('left', undefined));
    turn();
    expect(a.messages).toEqual([bundle([], ['left']), bundle(names)]);
    expect(b.messages).toEqual(a.messages);
    expect(b.got[1]![0]).toBe(a.got[1]![0]);
    expect(plain.text).toContain('{"of":"x39"}');
    expect(plain.text).not.toContain('presences');
    relay.close();
  });

  test('that says nothing of others is not sent', () => {
    const [x, other] = [bundling('x'), bundling('other')];
    const relay = relayTo(x, other);
    relay.tell(said('x'));
    turn();
    expect([x.messages, other.messages]).toEqual([[], [bundle(['x'])]]);
    relay.close();
  });

  test('is kept from those who have much unread, but for who left', () => {
    const stuck = bundling('stuck', UNSENT_BYTES + 1);
    const relay = relayTo(stuck);
    relay.tell(said('x'));
    relay.tellSoon(news('y', undefined));
    turn();
    expect([stuck.got, stuck.sent]).toEqual([[], [{ type: 'presence-gone', canvas_id: CANVAS, session_id: 'y' }]]);
    relay.close();
  });

  test('of very much is several', () => {
    const one = bundling('one');
    const relay = relayTo(one);
    const large = JSON.stringify({ of: 'y'.repeat(60_000) });
    for (let at = 0; at < 40; at++) relay.tell({ ...news(`x${at}`, ''), take: () => frameOfText(large) });
    turn();
    expect(one.got.length).toBe(3);
    relay.close();
  });
});
