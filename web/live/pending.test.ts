import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { pageClock } from '../../test/kit/page-clock.ts';
import { Pending, type Wish } from './pending.ts';

interface Thing {
  readonly name: string;
  readonly folder: number;
}

/** A stream that shows what a test lets it show, and requests that end when a test lets them end. */
function library(things: Readonly<Record<string, Thing>>) {
  const confirmed = signal<ReadonlyMap<string, Thing> | undefined>(new Map(Object.entries(things)));
  const clock = pageClock();
  const pending = new Pending<Thing>(confirmed, clock);
  const ask = (id: string, wish: Wish<Thing>, became?: (answer: Thing) => Wish<Thing>) => {
    let answer!: (answer: Thing) => void;
    let refuse!: (cause: Error) => void;
    const request = new Promise<Thing>((resolve, reject) => {
      answer = resolve;
      refuse = reject;
    });
    const outcome = pending
      .ask(id, wish, () => request, became)
      .then(
        () => 'done',
        ({ message }: Error) => message,
      );
    return {
      answer(thing: Thing = { name: '', folder: 0 }) {
        answer(thing);
        return outcome;
      },
      refuse() {
        refuse(new Error('no'));
        return outcome;
      },
    };
  };
  const stream = (now: Readonly<Record<string, Thing>>): void => {
    confirmed.value = new Map(Object.entries(now));
  };
  return { pending, confirmed, clock, ask, stream, shown: () => Object.fromEntries(pending.shown.value ?? []) };
}

const named =
  (name: string): Wish<Thing> =>
  (now) =>
    now && { ...now, name };
const movedTo =
  (folder: number): Wish<Thing> =>
  (now) =>
    now && { ...now, folder };
const plan = { name: 'Plan', folder: 1 };

test('a wish is shown at once, and stays between the answer and the stream', async () => {
  const { ask, shown, stream, pending, confirmed } = library({ a: plan });
  const wish = ask('a', named('New'));
  expect(shown()).toEqual({ a: { name: 'New', folder: 1 } });
  stream({ a: { name: 'Plan', folder: 2 } });
  expect(shown()).toEqual({ a: { name: 'New', folder: 2 } });
  expect(await wish.answer()).toBe('done');
  expect(shown()).toEqual({ a: { name: 'New', folder: 2 } });
  stream({ a: { name: 'New', folder: 2 } });
  expect(pending.shown.value).toBe(confirmed.value);
  stream({ a: { name: 'Other', folder: 2 } });
  expect(shown()).toEqual({ a: { name: 'Other', folder: 2 } });
});

test('a stream that is ahead of the answer ends the wish with the answer, and not before', async () => {
  const { ask, shown, stream } = library({ a: plan });
  const wish = ask('a', named('New'));
  stream({ a: { name: 'New', folder: 1 } });
  stream({ a: plan });
  expect(shown()).toEqual({ a: { name: 'New', folder: 1 } });
  stream({ a: { name: 'New', folder: 1 } });
  await wish.answer();
  stream({ a: plan });
  expect(shown()).toEqual({ a: plan });
});

test('a refused wish is rolled back, and later ones for the same thing stay', async () => {
  const { ask, shown } = library({ a: plan });
  const first = ask('a', named('New'));
  const second = ask('a', movedTo(2));
  expect(await first.refuse()).toBe('no');
  expect(shown()).toEqual({ a: { name: 'Plan', folder: 2 } });
  expect(await second.refuse()).toBe('no');
  expect(shown()).toEqual({ a: plan });
});

test('a stream that leaves out what lay in between ends the earlier wish with the later one', async () => {
  const { ask, shown, stream } = library({ a: plan, b: plan });
  const wishes = [ask('a', named('First')), ask('a', named('Second')), ask('b', named('Third'))];
  for (const wish of wishes) await wish.answer();
  stream({ a: { name: 'Second', folder: 1 }, b: plan });
  expect(shown()).toEqual({ a: { name: 'Second', folder: 1 }, b: { name: 'Third', folder: 1 } });
  stream({ a: { name: 'Others', folder: 1 }, b: plan });
  expect(shown().a).toEqual({ name: 'Others', folder: 1 });
});

test('what somebody else has changed meanwhile is shown three seconds after the answer', async () => {
  const { ask, shown, stream, clock } = library({ a: plan });
  const wish = ask('a', named('New'));
  clock.advance(60_000);
  await wish.answer();
  stream({ a: { name: 'Other', folder: 1 } });
  clock.advance(2_999);
  expect(shown()).toEqual({ a: { name: 'New', folder: 1 } });
  clock.advance(1);
  expect(shown()).toEqual({ a: { name: 'Other', folder: 1 } });
});

test('things can be wished for and away', async () => {
  const { ask, shown, stream } = library({ a: plan });
  const away = ask('a', () => undefined);
  const made = ask('b', (now) => now ?? plan);
  expect(shown()).toEqual({ b: plan });
  for (const wish of [away, made]) await wish.answer();
  stream({ b: plan });
  stream({ a: plan });
  expect(shown()).toEqual({ a: plan });
});

test('an answer may say more than the wish', async () => {
  const { ask, shown, stream } = library({ a: plan });
  const wish = ask('a', named('new'), (answer) => () => answer);
  await wish.answer({ name: 'New', folder: 3 });
  expect(shown()).toEqual({ a: { name: 'New', folder: 3 } });
  stream({ a: { name: 'New', folder: 3 } });
  stream({ a: plan });
  expect(shown()).toEqual({ a: plan });
});

test('nothing is shown before the stream has shown anything', async () => {
  const { ask, pending, confirmed } = library({});
  confirmed.value = undefined;
  const wish = ask('a', named('New'));
  expect([pending.shown.value, await wish.refuse()]).toEqual([undefined, 'no']);
});
