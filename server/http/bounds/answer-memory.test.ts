import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { AnswerMemory, type AnswerRoom } from './answer-memory.ts';

const asking = (caller: string, name: string, bytes: number, signal?: AbortSignal) => ({ caller, name, bytes, signal });
const pieces = (...lengths: number[]): Buffer[] => lengths.map((length) => Buffer.alloc(length));

function memoryOf(bytes: number) {
  const clock = fakeClock();
  const memory = new AnswerMemory(bytes, clock);
  /** The names that got room, in order. */
  const granted: string[] = [];
  const wait = (caller: string, name: string, length: number, signal?: AbortSignal): Promise<AnswerRoom> =>
    memory.wait(asking(caller, name, length, signal)).then((room) => {
      granted.push(caller);
      return room;
    });
  return { clock, memory, granted, wait };
}

describe('the memory of long answers', () => {
  it('counts shared bytes once: sixty readers of one list take what one takes', () => {
    const { memory } = memoryOf(100);
    const list = pieces(30, 30);
    const rooms = Array.from({ length: 60 }, (_, at) => memory.take(asking(`caller ${at % 3}`, 'list', 60))!);
    expect(memory.bytes).toBe(60);
    for (const room of rooms) room.hold(list);
    expect(memory.bytes).toBe(60);
    for (const room of rooms) room.release();
    expect(memory.bytes).toBe(0);
  });

  it('counts what differs between two states of a list, and has no room beyond its bound', () => {
    const { memory } = memoryOf(100);
    const [same, old, changed] = pieces(40, 30, 31) as [Buffer, Buffer, Buffer];
    memory.take(asking('a', 'list', 45))!.hold([same, old]);
    memory.take(asking('b', 'list', 45))!.hold([same, changed]);
    expect(memory.bytes).toBe(101);
    expect(memory.take(asking('c', 'list', 45))).toBeUndefined();
  });

  it('takes a single answer that is longer than its bound', () => {
    const { memory } = memoryOf(100);
    expect(memory.take(asking('a', 'list', 500))).toBeDefined();
    expect(memory.take(asking('b', 'other', 1))).toBeUndefined();
  });

  it('leaves half to others: whoever has half already waits, and lets others pass', async () => {
    const { memory, granted, wait } = memoryOf(100);
    const first = memory.take(asking('a', 'one', 45))!;
    expect(memory.take(asking('a', 'two', 45))).toBeUndefined();
    const own = wait('a', 'two', 45);
    const other = wait('b', 'three', 45);
    memory.take(asking('c', 'one', 45))!.release();
    await other;
    expect(granted).toEqual(['b']);
    first.release();
    await own;
    expect(granted).toEqual(['b', 'a']);
  });

  it('goes in order, also past a caller who has gone', async () => {
    const { memory, granted, wait } = memoryOf(100);
    const first = memory.take(asking('a', 'one', 100))!;
    const gone = new AbortController();
    void wait('b', 'two', 100, gone.signal);
    const last = wait('c', 'three', 100);
    gone.abort();
    first.release();
    await last;
    expect(granted).toEqual(['c']);
  });

  it('refuses with 503 who waited for a minute, and takes nothing for it', async () => {
    const { clock, memory, wait } = memoryOf(100);
    const first = memory.take(asking('a', 'one', 100))!;
    const refused = wait('b', 'two', 100).catch(({ status }) => status);
    clock.advance(60_000);
    expect(await refused).toBe(503);
    first.release();
    expect(memory.bytes).toBe(0);
  });

  it('gives nothing back twice', () => {
    const { memory } = memoryOf(100);
    const room = memory.take(asking('a', 'one', 40))!;
    const other = memory.take(asking('b', 'two', 40))!;
    room.release();
    room.release();
    room.hold(pieces(10));
    expect(memory.bytes).toBe(40);
    other.release();
    expect(memory.bytes).toBe(0);
  });
});
