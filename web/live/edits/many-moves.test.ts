import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { LaidBoard, ROOT } from '../../../test/kit/laid-board.ts';
import { turn } from '../../../test/kit/test-client.ts';
import type { BoardChange } from '../board.ts';
import type { Element } from '../element.ts';
import type { Batch } from './batch.ts';
import { createEdits } from './create-edits.ts';

const MANY = 10_000;
const BATCH = 500;

test('ten thousand moves are one edit at once, for which each record is looked up a few times and its siblings are read once', () => {
  const { edits, asked, changes, sent } = edited();
  edits.add({ label: 'move', operations: moved({ auto_raise: true }) });
  expect(edits.pending.value).toBe(MANY);
  expect(changes).toHaveLength(1);
  expect(asked.shown).toBeLessThanOrEqual(2 * MANY);
  expect(asked.childrenOf).toBe(1);
  expect(sent.map(({ batch }) => batch.operations.length)).toEqual([BATCH]);
});

test('they are sent in batches, and what the server says of each touches its own records alone', async () => {
  const { edits, board, asked, changes, sent } = edited();
  edits.add({ label: 'move', operations: moved({ auto_raise: true }) });
  for (let number = 1; number <= MANY / BATCH; number++) {
    const { batch, answer } = sent[number - 1]!;
    const records = batch.operations.map(({ id }) => structuredClone(board.item(id)!.widget));
    Object.assign(asked, { shown: 0, childrenOf: 0 });
    // The stream is mostly faster than the answer
    board.say(records, number);
    answer({ status: 200, body: { results: records }, revision: number });
    await turn();
    expect(asked.childrenOf).toBe(0);
    expect(asked.shown).toBeLessThanOrEqual(2 * BATCH);
  }
  expect(changes).toHaveLength(1);
  expect(sent).toHaveLength(MANY / BATCH);
  expect([edits.saved.value, edits.pending.value]).toEqual(['saved', 0]);
});

test('they are on their way before the board shows them, and whatever happens next shows them first', () => {
  for (const happen of [
    ({ edits }) => edits.show(),
    ({ edits }) => edits.add({ label: 'text', operations: [{ op: 'update', id: idOf(1), body: { text: 'a' } }] }),
    ({ edits }) => edits.preview({ label: 'text', operations: [{ op: 'update', id: idOf(1), body: { text: 'a' } }] }),
    ({ board }) => board.say([{ ...noteOf(1), text: 'b' } as never], 1),
  ] satisfies ((page: ReturnType<typeof edited>) => unknown)[]) {
    const page = edited();
    page.edits.add({ label: 'move', operations: moved({}) }, true);
    expect([page.changes.length, page.edits.pending.value, page.sent.length]).toEqual([0, MANY, 1]);
    expect(page.edits.record(idOf(1))).toMatchObject({ location: { x: 1, y: 50 } });
    happen(page);
    expect(page.changes[0]).toMatchObject({ whole: true });
    expect(page.board.item(idOf(1))!.widget).toMatchObject({ location: { x: 1, y: 50 } });
  }
});

test('they come above their siblings in the order of the edit, and go where it says', () => {
  const { edits, board } = edited();
  edits.add({ label: 'move', operations: [...moved({ auto_raise: true })].reverse() });
  const order = board.items().map(({ id }) => id);
  expect(order.slice(0, 2)).toEqual([idOf(MANY - 1), idOf(MANY - 2)]);
  expect(board.item(idOf(7))!.widget).toMatchObject({ location: { x: 7, y: 50 } });
});

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const moved = (more: object) =>
  Array.from({ length: MANY }, (_, at) => {
    return { op: 'update', id: idOf(at), body: { location: { x: at, y: 50 }, ...more } } as const;
  });

/** Edits of a board with many notes, which counts what is read of it. */
function edited() {
  const board = new LaidBoard();
  board.sayAll([board.root.peek()!.widget, ...Array.from({ length: MANY }, (_, at) => noteOf(at))], 0);
  const asked = { shown: 0, childrenOf: 0 };
  const changes: BoardChange[] = [];
  const lay = board.lay.bind(board);
  board.lay = (overlay) => {
    const laid = lay(overlay);
    const counted =
      <T>(name: keyof typeof asked, ask: (id: string) => T) =>
      (id: string): T => {
        asked[name]++;
        return ask(id);
      };
    return { ...laid, shown: counted('shown', laid.shown), childrenOf: counted('childrenOf', laid.childrenOf) };
  };
  const sent: { batch: Batch; answer(answer: object): void }[] = [];
  const clock = fakeClock();
  const edits = createEdits({
    board,
    connection: { serverNow: () => clock.now(), client: undefined as never, isOffline: signal(false) },
    clock,
    random: () => 0.5,
    send: (batch) => new Promise((resolve) => sent.push({ batch, answer: resolve as never })),
  });
  board.onChange((change) => changes.push(change));
  return { board, edits, asked, changes, sent };
}

const noteOf = (at: number): Element =>
  ({
    id: idOf(at),
    widget_type: 'Note',
    state: 'normal',
    parent_id: ROOT,
    location: { x: at, y: 0 },
    size: { width: 100, height: 100 },
    scale: 1,
    depth: at + 1,
    pinned: false,
    text: '',
    title: '',
    background_color: '#ffffffff',
    auto_text_color: true,
    text_color: '#000000ff',
  }) as unknown as Element;
