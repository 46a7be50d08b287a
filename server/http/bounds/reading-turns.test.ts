import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, request } from '../../../test/http/raw-connection.ts';
import { JsonBody } from '../bodies/json-body.ts';
import { PIECE_BYTES, PIECES_A_TURN, ReadingTurns } from './reading-turns.ts';

test('in a turn as many go as may, and the others one after the other in the next ones', async () => {
  const turns = new ReadingTurns();
  const gone: number[] = [];
  for (let at = 0; at < 2 * PIECES_A_TURN + 3; at++) turns.enter(() => void gone.push(at));
  expect(gone.length).toBe(PIECES_A_TURN);
  await nextTurn();
  expect(gone.length).toBe(2 * PIECES_A_TURN);
  turns.enter(() => void gone.push(99));
  await nextTurn();
  expect(gone).toEqual([...Array(2 * PIECES_A_TURN + 3).keys(), 99]);
});

test('who enters again and again waits for the others in line', async () => {
  const turns = new ReadingTurns();
  const gone: string[] = [];
  const again = (name: string) => (): void => {
    gone.push(name);
    if (gone.length < 30) turns.enter(again(name));
  };
  turns.enter(again('first'));
  turns.enter(again('second'));
  while (gone.length < 30) await nextTurn();
  expect(gone.filter((name) => name === 'second').length).toBeGreaterThan(8);
});

/** Bytes of bodies that were added in each turn of the event loop, without what every body may bring at once. */
async function addedInTurns(dummy: Dummy, bodies: readonly string[]): Promise<number[]> {
  const turns = [0];
  let isOver = false;
  const tick = (): void => {
    turns.push(0);
    if (!isOver) setImmediate(tick);
  };
  const add = JsonBody.prototype.add;
  const before = new Map<unknown, number>();
  const spy = vi.spyOn(JsonBody.prototype, 'add').mockImplementation(function (this: JsonBody, chunk) {
    const known = before.get(this) ?? 0;
    before.set(this, known + chunk.length);
    if (known >= PIECE_BYTES) turns[turns.length - 1]! += chunk.length;
    add.call(this, chunk);
  });
  tick();
  const answers = await Promise.all(bodies.map((body) => ask(dummy.port, request('POST /api/v1/canvases', {}, body))));
  isOver = true;
  spy.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  return turns;
}

test('of long bodies that arrive at the same time a turn looks at half a mebibyte, however many there are', async () => {
  const dummy = await startDummy();
  const long = `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`;
  const turns = await addedInTurns(dummy, Array(20).fill(long));
  // A piece ends with the chunk that fills it
  expect(Math.max(...turns)).toBeLessThanOrEqual(PIECES_A_TURN * 2 * PIECE_BYTES);
  await dummy.close();
});
