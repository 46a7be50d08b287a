import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeMessage, Registry } from '../../server/store/nodes/registry.ts';

/** A registry that nothing is in, as two nodes have it. */
export interface RegistryPlace {
  readonly a: Registry;
  readonly b: Registry;
  /** Moves the clock of the registry by `ms` milliseconds. */
  pass(ms: number): Promise<void> | void;
  close(): Promise<void> | void;
}

/** What every registry promises (`server/store/nodes/registry.ts`). */
export function registryContract(name: string, begin: () => Promise<RegistryPlace> | RegistryPlace): void {
  describe(`the registry ${name}`, () => {
    const place = {} as { -readonly [K in keyof RegistryPlace]: RegistryPlace[K] };
    beforeEach(async () => void Object.assign(place, await begin()));
    afterEach(() => place.close());
    describe('knows nodes', () => nodes(place));
    describe('gives leases', () => leases(place));
    describe('keeps messages', () => messages(place));
    describe('refuses messages', () => unfitMessages(place));
  });
}

const HOUR = 3_600_000;
const messagesTo = (to: string, ...texts: readonly string[]): NodeMessage[] => texts.map((text) => ({ from: 'a', to, text }));

function nodes(place: RegistryPlace): void {
  test('that are there, until their time is over or they leave', async () => {
    const { a, b, pass } = place;
    expect(await a.beat('a', HOUR)).toEqual(['a']);
    expect([...(await b.beat('b', 2 * HOUR))].sort()).toEqual(['a', 'b']);
    await pass(HOUR + 1);
    expect(await b.beat('b', HOUR)).toEqual(['b']);
    expect([...(await a.beat('a', HOUR))].sort()).toEqual(['a', 'b']);
    await a.leave('a');
    expect(await b.beat('b', HOUR)).toEqual(['b']);
    await a.leave('never there');
  });

  test('and each beat counts from its own moment', async () => {
    const { a, b, pass } = place;
    await a.beat('a', HOUR);
    await pass(HOUR / 2);
    await a.beat('a', HOUR);
    await pass(HOUR / 2 + 1);
    expect([...(await b.beat('b', HOUR))].sort()).toEqual(['a', 'b']);
  });
}

function leases(place: RegistryPlace): void {
  test('each to one node, which may renew it, until its time is over', async () => {
    const { a, b, pass } = place;
    expect([await a.lease('sweep', 'a', HOUR), await b.lease('sweep', 'b', HOUR)]).toEqual([true, false]);
    expect(await b.lease('other', 'b', HOUR)).toBe(true);
    await pass(HOUR / 2);
    expect(await a.lease('sweep', 'a', HOUR)).toBe(true);
    await pass(HOUR / 2 + 1);
    expect(await b.lease('sweep', 'b', HOUR)).toBe(false);
    await pass(HOUR);
    expect([await b.lease('sweep', 'b', HOUR), await a.lease('sweep', 'a', HOUR)]).toEqual([true, false]);
  });

  test('to exactly one of those that ask at once, and to another when it leaves', async () => {
    const { a, b } = place;
    const names = Array.from({ length: 8 }, (_, at) => `${at}`);
    const answers = await Promise.all(names.map((node, at) => (at % 2 ? a : b).lease('sweep', node, HOUR)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const holder = names[answers.indexOf(true)]!;
    await a.leave('somebody else');
    expect(await a.lease('sweep', 'next', HOUR)).toBe(false);
    await a.leave(holder);
    expect(await a.lease('sweep', 'next', HOUR)).toBe(true);
  });
}

function messages(place: RegistryPlace): void {
  test('in the order in which it was left, and gives it once, to its node', async () => {
    const { a, b } = place;
    const odd = ['', 'é😀\u2028', '{"a":"\\u0000"}', `'"\\{,}NULL`, 'NULL', 'x'.repeat(100_000)];
    await a.post([...messagesTo('b', ...odd), ...messagesTo('c', 'mine')]);
    await a.post(messagesTo('b', 'last'));
    await a.post([]);
    expect(await b.fetch('b')).toEqual(messagesTo('b', ...odd, 'last'));
    expect([await b.fetch('b'), await b.fetch('nobody')]).toEqual([[], []]);
    expect(await a.fetch('c')).toEqual(messagesTo('c', 'mine'));
  });

  test('and takes none twice and loses none, whoever fetches and posts at once', async () => {
    const { a, b } = place;
    const texts = Array.from({ length: 60 }, (_, at) => `${at}`);
    const posted = texts.map((text, at) => (at % 2 ? a : b).post(messagesTo('b', text)));
    const fetched = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? a : b).fetch('b')));
    await Promise.all(posted);
    const all = [...fetched.flat(), ...(await b.fetch('b'))].map(({ text }) => Number(text));
    expect(all.sort((one, other) => one - other)).toEqual(texts.map(Number));
  });

  test('for a minute', async () => {
    const { a, b, pass } = place;
    await a.post(messagesTo('b', 'old'));
    await pass(30_000);
    await a.post(messagesTo('b', 'young'));
    await pass(30_001);
    expect(await b.fetch('b')).toEqual(messagesTo('b', 'young'));
  });

  test('and none for a node that has left', async () => {
    const { a, b } = place;
    await a.post([...messagesTo('b', 'gone'), ...messagesTo('c', 'there')]);
    await b.leave('b');
    expect([await b.fetch('b'), await b.fetch('c')]).toEqual([[], messagesTo('c', 'there')]);
  });
}

function unfitMessages(place: RegistryPlace): void {
  test('that is too long or cannot be kept as it is, nor what is sent with it', async () => {
    const { a, b } = place;
    const longest = 'é'.repeat(2 ** 19);
    await a.post(messagesTo('b', longest));
    for (const [text, why] of [
      [`${longest}x`, '1048577 bytes'],
      ['\0', 'U+0000'],
      ['\ud800', 'surrogates'],
    ] as const)
      await expect(a.post(messagesTo('b', 'before', text, 'behind'))).rejects.toThrow(why);
    expect((await b.fetch('b')).map(({ text }) => text === longest)).toEqual([true]);
  });

  test('beyond a bounded number and size for each node', async () => {
    const { a, b, pass } = place;
    await a.post(messagesTo('b', ...Array<string>(10_000).fill('x')));
    await expect(a.post([...messagesTo('c', 'y'), ...messagesTo('b', 'y')])).rejects.toThrow('too many messages');
    await a.post(messagesTo('c', ...Array<string>(32).fill('x'.repeat(2 ** 20))));
    await expect(a.post(messagesTo('c', 'y'))).rejects.toThrow('too many messages');
    expect((await b.fetch('b')).length).toBe(10_000);
    await a.post(messagesTo('b', 'again'));
    await pass(60_001);
    await a.post(messagesTo('c', 'again'));
    expect([await b.fetch('b'), await b.fetch('c')]).toEqual([[], messagesTo('c', 'again')]);
  });
}
