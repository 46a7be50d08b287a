import { expect, it } from 'vitest';
import { type FakeSink, noteText, streamBench, turns, type Writes } from '../../test/kit/stream-fakes.ts';
import { LARGE } from '../scheduler.ts';
import { recordList } from './record-list.ts';

const COUNT = LARGE + 500;
const many = (text: string | undefined): Writes => Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`n${at}`, text]));

function bench() {
  const made = streamBench();
  const notes = () => recordList(made.canvas.view, 'c1', 'Note');
  return { ...made, watch: (changesForm: boolean) => made.watch({ source: notes(), changesForm }) };
}

/** Turns until nothing is put together any more. */
async function quiet(sinks: readonly FakeSink[]): Promise<void> {
  for (let before = -1; before !== written(sinks); await turns()) before = written(sinks);
}

const written = (sinks: readonly FakeSink[]): number => sinks.reduce((sum, { writes }) => sum + writes.length, 0);

it('tells a long change set in one message in both forms, and the next ones behind it', async () => {
  const { watch, canvas } = bench();
  const sinks = [watch(true), watch(false)];
  canvas.commit(many('made'));
  canvas.commit({ extra: 'behind' });
  await quiet(sinks);
  const [changes, whole] = sinks.map(({ messages }) => messages) as [object[][], object[][]];
  expect(changes.slice(1).flat()).toHaveLength(COUNT + 1);
  expect(changes.at(-1)!.at(-1)).toEqual(JSON.parse(noteText('extra', 'behind')));
  expect(whole.at(-1)).toHaveLength(COUNT + 1);
});

it('tells what vanished in a long change set once, complete', async () => {
  const { watch, canvas, clock } = bench();
  canvas.commit(many('made'), { kept: 'kept' });
  const sinks = [watch(true), watch(false)];
  await quiet(sinks);
  clock.advance(10_000);
  canvas.commit(many(undefined));
  await quiet(sinks);
  const gone = Array.from({ length: COUNT }, (_, at) => ({ ...JSON.parse(noteText(`n${at}`, 'made')), state: 'deleted' }));
  expect(sinks[0]!.messages.slice(1)).toEqual([gone]);
  expect(sinks[1]!.messages.slice(1)).toEqual([[JSON.parse(noteText('kept', 'kept')), ...gone]]);
});

it('takes many turns for it, in which others are served, and serves who comes meanwhile the new state', async () => {
  const { watch, canvas, clock } = bench();
  const early = watch(true);
  canvas.commit(many('made'));
  const late = watch(true);
  clock.advance(10_000);
  canvas.commit({ n0: 'changed' });
  await quiet([early, late]);
  // The gap behind a long message
  clock.advance(10_000);
  await quiet([early, late]);
  expect(late.messages[0]).toHaveLength(COUNT);
  const last = JSON.parse(noteText('n0', 'changed'));
  for (const { messages } of [early, late]) expect(messages.flat().findLast(({ id }) => id === 'n0')).toEqual(last);
  expect(late.messages.slice(1)).toEqual([[last]]);
});

it('tells all that a dead container held, and an empty list to whom nothing was told yet', async () => {
  const { watch, canvas } = bench();
  canvas.commit(many('made'));
  const sinks = [watch(true), watch(false)];
  await quiet(sinks);
  const late = watch(true);
  canvas.die();
  await quiet(sinks);
  for (const sink of sinks) {
    expect(sink.messages.at(-1)).toHaveLength(COUNT);
    expect(sink.messages.at(-1)[0]).toEqual({ ...JSON.parse(noteText('n0', 'made')), state: 'deleted' });
    expect(sink.end_).toBe('clean');
  }
  expect([late.text, late.end_]).toEqual(['[]\n', 'clean']);
});

it('waits with it for a reader who does not drain, who then gets what it missed', async () => {
  const { watch, canvas, clock } = bench();
  const stalled = watch(true);
  const other = watch(true);
  stalled.stalled = true;
  canvas.commit({ first: '1' });
  await turns();
  canvas.commit(many('made'));
  await quiet([stalled, other]);
  expect(stalled.messages).toHaveLength(2);
  clock.advance(10_000);
  stalled.drain();
  await quiet([stalled, other]);
  expect(stalled.messages.flat()).toEqual(other.messages.flat());
});
