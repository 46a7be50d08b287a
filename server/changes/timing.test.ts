import { describe, expect, it } from 'vitest';
import { streamBench, turns } from '../../test/kit/stream-fakes.ts';
import { recordList } from './record-list.ts';

interface Message {
  readonly id: string;
  readonly state: string;
}

const bench = (settings = {}) => {
  const made = streamBench(settings);
  return { ...made, notes: () => recordList(made.canvas.view, 'c1', 'Note') };
};

describe('keepalive', () => {
  it('is one LF when nothing was written for keepalive_seconds, exact for one second', async () => {
    const { watch, clock, notes } = bench({ keepaliveSeconds: 1 });
    const sink = watch({ source: notes() });
    clock.advance(999);
    await turns();
    expect(sink.text).toBe('[]\n');
    clock.advance(51);
    await turns();
    expect(sink.text).toBe('[]\n\n');
    clock.advance(1050);
    await turns();
    expect(sink.text).toBe('[]\n\n\n');
  });

  it('starts anew at every write', async () => {
    const { watch, clock, canvas, notes } = bench();
    const sink = watch({ source: notes() });
    clock.advance(10_000);
    canvas.commit({ a: 'one' });
    await turns();
    clock.advance(14_500);
    await turns();
    expect(sink.lines).toHaveLength(2);
    clock.advance(750);
    await turns();
    expect(sink.lines.at(-1)).toBe('');
  });

  it('for thousands of idle streams takes one timer', () => {
    const { watch, clock, notes } = bench();
    for (let each = 0; each < 2000; each++) watch({ source: notes() });
    expect(clock.waiting).toBe(1);
  });

  it('is not written into a full socket', async () => {
    const { watch, clock, canvas, notes } = bench();
    const sink = watch({ source: notes() });
    sink.stalled = true;
    canvas.commit({ a: 'one' });
    await turns();
    clock.advance(40_000);
    await turns();
    expect(sink.writes).toHaveLength(2);
  });
});

describe('the gap', () => {
  const large = 'x'.repeat(100_000);

  it('is none behind messages up to 64 KiB: each change is a message', async () => {
    const { watch, canvas, notes } = bench();
    const sink = watch({ source: notes() });
    for (const text of ['1', '2', '3']) {
      canvas.commit({ a: text });
      await turns();
    }
    expect(sink.messages.map((message) => message[0]?.text)).toEqual([undefined, '1', '2', '3']);
  });

  it('is 50 ms behind a larger one; what changes in it merges into one message', async () => {
    const { watch, canvas, clock, notes } = bench();
    const sink = watch({ source: notes() });
    canvas.commit({ big: large, a: '0' });
    await turns();
    for (const text of ['1', '2', '3']) {
      canvas.commit({ a: text }, { [text]: 'short-lived' });
      canvas.commit({ [text]: undefined });
      await turns();
    }
    clock.advance(40);
    await turns();
    expect(sink.messages).toHaveLength(2);
    clock.advance(20);
    await turns();
    expect(sink.messages).toHaveLength(3);
    expect(sink.messages[2].map(({ id, text }: { id: string; text: string }) => [id, text.length])).toEqual([
      ['big', 100_000],
      ['a', 1],
    ]);
  });

  it('grows with the message to 10 MiB a second', async () => {
    const { watch, canvas, clock, notes } = bench();
    const sink = watch({ source: notes() });
    canvas.commit({ big: 'x'.repeat(5 * 1024 * 1024) });
    await turns();
    canvas.commit({ a: '1' });
    clock.advance(490);
    await turns();
    expect(sink.writes).toHaveLength(2);
    clock.advance(30);
    await turns();
    expect(sink.writes).toHaveLength(3);
  });

  it.each([true, false])('is none behind the first message, in the form of changes: %s', async (changesForm) => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ big: 'x'.repeat(5 * 1024 * 1024) });
    const sink = watch({ source: notes(), changesForm });
    canvas.commit({ a: '1' });
    await turns();
    expect(sink.messages).toHaveLength(2);
  });

  it('ends while other lists take all the time: what vanished meanwhile is told nevertheless', async () => {
    const { watch, scope, canvas, clock, notes } = bench();
    const busy = scope('busy');
    watch({ source: recordList(busy.view, 'busy', 'Note') });
    canvas.commit({ big: large, a: '0', b: '0' });
    const sink = watch({ source: notes() });
    canvas.commit({ a: '1' });
    await turns();
    canvas.commit({ a: '2' });
    await turns();
    busy.commit({ x: 'before' });
    canvas.commit({ b: undefined });
    clock.advance(60);
    clock.lookTakes(6);
    await turns(2);
    const told = sink.messages.slice(2).map((message) => message.map(({ id, state }: Message) => `${id} ${state}`));
    expect(told).toEqual([['big normal', 'a normal', 'b deleted']]);
  });

  it('is not for the changes form of the same list', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ big: large });
    const sink = watch({ source: notes(), changesForm: true });
    for (const text of ['1', '2']) {
      canvas.commit({ a: text });
      await turns();
    }
    expect(sink.messages).toHaveLength(3);
  });

  it('writes a long list as pages that all share', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ big: large });
    const first = watch({ source: notes() });
    const second = watch({ source: notes() });
    expect(first.writes[0]!.length).toBeGreaterThan(2);
    expect(first.writes[0]).toBe(second.writes[0]);
  });
});

describe('a full socket', () => {
  it('keeps nothing but the cursor, and gets one merged message when it drains', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: '0', b: '0' });
    const sink = watch({ source: notes(), changesForm: true });
    sink.stalled = true;
    canvas.commit({ a: '1' });
    await turns();
    for (let change = 2; change < 2000; change++) {
      canvas.commit({ a: String(change), [`new ${change}`]: 'x' }, { [`new ${change}`]: undefined });
      if (change % 100 === 0) await turns();
    }
    canvas.commit({ b: undefined });
    await turns();
    expect(sink.writes).toHaveLength(2);
    sink.drain();
    await turns();
    expect(sink.messages).toHaveLength(3);
    expect(sink.messages[2].map(({ id, state }: { id: string; state: string }) => `${id} ${state}`)).toEqual([
      'a normal',
      'b deleted',
    ]);
  });

  it('has even a few changes merged, and again a message for each once it has drained', async () => {
    const { watch, canvas, notes } = bench();
    const sink = watch({ source: notes(), changesForm: true });
    sink.stalled = true;
    canvas.commit({ a: '1' });
    await turns();
    canvas.commit({ a: '2' }, { b: '2' });
    await turns();
    sink.drain();
    await turns();
    canvas.commit({ a: '3' }, { b: '3' });
    await turns();
    expect(sink.messages.slice(2).map((message) => message.length)).toEqual([2, 1, 1]);
  });

  it('does not slow others', async () => {
    const { watch, canvas, notes } = bench();
    const stalled = watch({ source: notes() });
    const other = watch({ source: notes() });
    stalled.stalled = true;
    for (let change = 0; change < 5; change++) {
      canvas.commit({ a: String(change) });
      await turns();
    }
    expect([stalled.writes.length, other.messages.length]).toEqual([2, 6]);
  });

  it('that does not drain for the write time-out is cut off; one that does is not', async () => {
    const { watch, canvas, clock, notes } = bench({ writeTimeoutSeconds: 30 });
    const dead = watch({ source: notes() });
    const slow = watch({ source: notes() });
    dead.stalled = true;
    slow.stalled = true;
    canvas.commit({ a: '1' });
    await turns();
    clock.advance(20_000);
    slow.drain();
    slow.stalled = true;
    canvas.commit({ a: '2' });
    await turns();
    clock.advance(10_250);
    expect([dead.end_, slow.end_]).toEqual(['destroyed', 'open']);
    clock.advance(20_000);
    expect(slow.end_).toBe('destroyed');
  });
});

describe('a date that is set', () => {
  it.each([0, Date.UTC(2030, 0, 1)])('to %i cuts off who does not drain when it is time, and nobody before', async (date) => {
    const { watch, canvas, clock, notes } = bench({ writeTimeoutSeconds: 30 });
    const sink = watch({ source: notes() });
    sink.stalled = true;
    canvas.commit({ a: '1' });
    await turns();
    clock.setDate(date);
    clock.advance(29_000);
    expect(sink.end_).toBe('open');
    clock.advance(1_250);
    expect(sink.end_).toBe('destroyed');
  });
});

describe('the beat', () => {
  it('looks once a second at the scopes whose heads may have moved, and not at all when none did', async () => {
    const { watch, canvas, clock } = bench();
    const looks: string[][] = [];
    const source = {
      ...recordList(canvas.view, 'directory', 'Note'),
      scope: 'directory',
      beat: (touched: ReadonlySet<string>) => {
        looks.push([...touched]);
        return [
          { key: 'c1', before: undefined, after: { key: 'c1', shown: `{"id":"c1","state":"normal","n":${looks.length}}` } },
        ];
      },
    };
    const sink = watch({ source, changesForm: true });
    for (let change = 0; change < 5; change++) {
      canvas.commit({ a: String(change) });
      clock.advance(150);
    }
    expect(looks).toEqual([]);
    clock.advance(250);
    await turns();
    clock.advance(5000);
    await turns();
    expect(looks).toEqual([['c1']]);
    expect(sink.messages).toHaveLength(2);
  });
});
