import { describe, expect, it } from 'vitest';
import { jsonText } from '../../model/json.ts';
import { Image, noteText, streamBench, turns } from '../../test/kit/stream-fakes.ts';
import { recordItem } from './record-item.ts';
import { recordList } from './record-list.ts';

const bench = (settings = {}) => {
  const made = streamBench(settings);
  return { ...made, notes: () => recordList(made.canvas.view, 'c1', 'Note') };
};
const note = (id: string, text: string, state = 'normal') => ({ id, widget_type: 'Note', state, text });

describe('the first message', () => {
  it('is [] for an empty list, written in the turn of the opening', () => {
    const { watch, notes } = bench();
    expect(watch({ source: notes() }).text).toBe('[]\n');
  });

  it('is the body of the plain GET on one line', () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one', b: 'two', c: 'three', d: 'four' });
    const sink = watch({ source: notes() });
    expect(sink.text).toBe(`${Buffer.concat([...notes().body()])}\n`);
    expect(sink.messages[0]).toHaveLength(4);
    expect(watch({ source: recordItem(canvas.view, 'c1', 'b') }).text).toBe(`${noteText('b', 'two')}\n`);
  });

  it('holds what is durable now, and nothing of it comes again', async () => {
    const { watch, canvas, notes } = bench();
    watch({ source: notes() });
    canvas.commit({ a: 'one' });
    const later = watch({ source: notes() });
    await turns();
    expect(later.messages).toEqual([[note('a', 'one')]]);
  });

  it('is the same bytes for all who open at the same state', () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one' });
    const first = watch({ source: notes() });
    const second = watch({ source: notes() });
    expect(first.writes[0]).toBe(second.writes[0]);
  });
});

describe('a reader that comes back', () => {
  it('is told what changed since, for a minute after the last stream of the scope', async () => {
    const { watch, canvas, clock, notes } = bench();
    canvas.commit({ a: 'one' });
    const first = watch({ source: notes(), changesForm: true });
    canvas.commit({ b: 'two' });
    first.leave();
    canvas.commit({ a: undefined });
    const back = (): unknown => {
      const sink = watch({ source: notes(), changesForm: true, from: 1 });
      sink.leave();
      return [sink.beginning!.stream, ...sink.messages];
    };
    const resumed = ['resumed', [note('b', 'two'), note('a', 'one', 'deleted')]];
    expect(back()).toEqual(resumed);
    clock.advance(59_000);
    expect(back()).toEqual(resumed);
    clock.advance(60_000);
    expect(back()).toEqual(['whole', [note('b', 'two')]]);
  });

  it('is told much in steps, and then what follows', async () => {
    const { watch, canvas, notes } = {
      ...streamBench({ streamListMode: 'changes' }, 2),
      notes: () => recordList(canvas.view, 'c1', 'Note'),
    };
    watch({ source: notes() });
    canvas.commit({ a: '1', b: '2', c: '3' });
    const sink = watch({ source: notes(), from: 0 });
    expect([sink.beginning!.stream, sink.writes.length]).toEqual(['resumed', 0]);
    canvas.commit({ d: '4' });
    await turns();
    expect(sink.messages).toEqual([[note('a', '1'), note('b', '2'), note('c', '3')], [note('d', '4')]]);
    expect(sink.framed.map((lines) => lines.map(({ revision }) => revision))).toEqual([[1], [2]]);
  });

  it('of an ephemeral scope is told all: its revisions begin anew with each start', () => {
    const { watch, scope } = bench();
    const live = scope('live:lamps');
    live.commit({ a: 'one' });
    const source = recordList(live.view, 'live:lamps', 'Note');
    watch({ source, changesForm: true });
    expect(watch({ source, changesForm: true, from: 1 }).beginning!.stream).toBe('whole');
  });
});

describe('what a sink is told', () => {
  it('is the number of its channel, which streams of the same bytes share, and the revision that it begins with', () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one' }, { b: 'two' });
    const numbers = [notes(), notes(), recordItem(canvas.view, 'c1', 'b')].map((source) => watch({ source }).beginning);
    expect(numbers).toEqual([
      { channel: 1, stream: 'whole', revision: 2 },
      { channel: 1, stream: 'whole', revision: 2 },
      { channel: 2, stream: 'whole', revision: 2 },
    ]);
  });

  it('is the revision of each line, also of lines that leave in one write', async () => {
    const { watch, canvas, notes } = bench();
    const sinks = [watch({ source: notes(), changesForm: true }), watch({ source: notes(), changesForm: true })];
    canvas.commit({ a: '1' }, { a: '2' }, { b: '3' });
    await turns();
    const [lines, same] = sinks.map(({ framed }) => framed.at(-1)!);
    expect(lines!.map(({ pieces, revision }) => `${revision} ${Buffer.concat([...pieces])}`)).toEqual([
      `1 [${noteText('a', '1')}]\n`,
      `2 [${noteText('a', '2')}]\n`,
      `3 [${noteText('b', '3')}]\n`,
    ]);
    expect(same).toBe(lines);
  });

  it('is the revision of a command only with the last line of all that were committed with it', async () => {
    const { watch, canvas, notes } = bench();
    const sink = watch({ source: notes(), changesForm: true });
    canvas.commitTogether({ a: '1' }, { b: '2' }, { c: '3' });
    await turns();
    expect(sink.framed.at(-1)!.map(({ revision }) => revision)).toEqual([0, 0, 1]);
  });

  it('is a revision that follows what the stream does not show', async () => {
    const { watch, canvas, notes } = bench();
    const sink = watch({ source: notes(), changesForm: true });
    canvas.commitAs(Image, { i: 'picture' });
    canvas.commit({ a: '1' });
    await turns();
    expect(sink.framed.map((lines) => lines.map(({ revision }) => revision))).toEqual([[0], [2]]);
  });
});

describe('a list stream', () => {
  it('sends the whole collection and appends each item that vanished, once', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one' });
    const sink = watch({ source: notes() });
    const steps = [{ b: 'two' }, { a: 'ONE' }, { a: undefined }, { b: 'two!' }];
    for (const step of steps) {
      canvas.commit(step);
      await turns();
    }
    expect(sink.messages).toEqual([
      [note('a', 'one')],
      [note('a', 'one'), note('b', 'two')],
      [note('a', 'ONE'), note('b', 'two')],
      [note('b', 'two'), note('a', 'ONE', 'deleted')],
      [note('b', 'two!')],
    ]);
  });

  it('is one array per line, the last deletion included', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one' });
    const sink = watch({ source: notes() });
    canvas.commit({ a: undefined });
    await turns();
    expect(sink.text).toBe(`[${noteText('a', 'one')}]\n[${noteText('a', 'one').replace('normal', 'deleted')}]\n`);
  });

  it('sends one message per command in the order of commits, those of one turn in one write', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: '1', b: 'x' });
    const whole = watch({ source: notes() });
    const changes = watch({ source: notes(), changesForm: true });
    canvas.commit({ a: '2', c: 'new' }, { b: undefined }, { a: '3' });
    await turns();
    expect(whole.messages.slice(1)).toEqual([
      [note('a', '2'), note('b', 'x'), note('c', 'new')],
      [note('a', '2'), note('c', 'new'), note('b', 'x', 'deleted')],
      [note('a', '3'), note('c', 'new')],
    ]);
    expect(changes.messages.slice(1)).toEqual([
      [note('a', '2'), note('c', 'new')],
      [note('b', 'x', 'deleted')],
      [note('a', '3')],
    ]);
    expect(whole.writes).toHaveLength(2);
    expect(changes.writes).toHaveLength(2);
  });

  it('holds only its own kinds and says nothing when they did not change', async () => {
    const { watch, canvas, notes } = bench();
    const [sink, widgets] = [watch({ source: notes() }), watch({ source: recordList(canvas.view, 'c1', 'widgets') })];
    canvas.commitAs(Image, { i: 'picture' });
    await turns();
    expect([sink.lines.length, widgets.lines.length]).toEqual([1, 2]);
    canvas.commit({ a: 'one' });
    canvas.commit({ a: 'one' });
    await turns();
    expect([sink.lines.length, widgets.lines.length]).toEqual([2, 3]);
  });

  it('lets an id come back as normal', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: 'one' });
    const sink = watch({ source: notes() });
    for (const text of [undefined, 'back']) {
      canvas.commit({ a: text });
      await turns();
    }
    expect(sink.messages.slice(1)).toEqual([[note('a', 'one', 'deleted')], [note('a', 'back')]]);
  });

  it('keeps escaped line separators as they are stored', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: jsonText({ id: 'a', state: 'normal', text: 'x\u2028y\u0085z' }) });
    expect(watch({ source: notes() }).text).toContain('x\\u2028y\\u0085z');
  });

  it('takes its form from the query, else from the setting', async () => {
    const { watch, canvas, notes } = bench({ streamListMode: 'changes' });
    canvas.commit({ a: 'one' });
    const byDefault = watch({ source: notes() });
    const whole = watch({ source: notes(), changesForm: false });
    const always = watch({ source: { ...notes(), key: 'c1/other', changesOnly: true }, changesForm: false });
    canvas.commit({ b: 'two' });
    await turns();
    expect([byDefault, whole, always].map((sink) => sink.messages.at(-1).length)).toEqual([1, 2, 1]);
  });
});

describe('an item stream', () => {
  it('sends the object at each change, then deleted once, and ends cleanly', async () => {
    const { watch, canvas } = bench();
    canvas.commit({ a: 'one', b: 'other' });
    const sink = watch({ source: recordItem(canvas.view, 'c1', 'a') });
    canvas.commit({ a: 'two' }, { b: 'changed' }, { a: 'three', b: undefined });
    canvas.commit({ a: undefined }, { a: 'again' });
    await turns();
    const texts = [note('a', 'one'), note('a', 'two'), note('a', 'three'), note('a', 'three', 'deleted')];
    expect(sink.messages).toEqual(texts);
    expect(sink.end_).toBe('clean');
  });
});

describe('many subscribers', () => {
  it('are given the same bytes, in slices, without doubles or losses', async () => {
    const { watch, canvas, clock, notes } = bench();
    const sinks = Array.from({ length: 1200 }, () => watch({ source: notes(), changesForm: true }));
    const written = () => sinks.filter((sink) => sink.writes.length > 1).length;
    clock.lookTakes(1);
    canvas.commit({ a: '1' });
    await turns(5);
    const early = written();
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(1000);
    canvas.commit({ a: '2' });
    await turns(400);
    for (const sink of sinks) expect(sink.messages.slice(1)).toEqual([[note('a', '1')], [note('a', '2')]]);
    expect(sinks[0]!.writes[1]![0]).toBe(sinks[early - 1]!.writes[1]![0]);
    expect(sinks[1100]!.writes[1]![0]).toBe(sinks[1199]!.writes[1]![0]);
  });

  it('pin their scope and count for their token until the last one is gone', async () => {
    const { watch, store, tokens, notes, streams } = bench();
    const first = watch({ source: notes(), tokenKey: 't' });
    const second = watch({ source: notes(), tokenKey: 't' });
    expect([store.pins.get('c1'), tokens.length, streams.size]).toEqual([1, 2, 2]);
    first.leave();
    second.leave();
    expect([store.pins.get('c1'), tokens.length, streams.size]).toEqual([0, 0, 0]);
  });

  it('are cut off when their source throws, and the fault is told', async () => {
    const { watch, canvas, notes, faults } = bench();
    const broken = () => {
      throw new Error('broken');
    };
    const sink = watch({ source: { ...notes(), changes: broken } });
    canvas.commit({ a: 'one' });
    await turns();
    expect([sink.end_, faults.length]).toEqual(['destroyed', 1]);
  });
});
