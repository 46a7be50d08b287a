import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { LaidBoard, ROOT } from '../../../test/kit/laid-board.ts';
import { turn } from '../../../test/kit/test-client.ts';
import type { Batch } from './batch.ts';
import { createEdits } from './create-edits.ts';
import { newId } from './new-id.ts';

test('a note is shown at once with all its fields, and sent as a numbered batch', async () => {
  const { edits, board, sent } = edited();
  const id = newId();
  const edit = edits.add({ label: 'add', operations: [{ op: 'create', type: 'Note', id, body: { text: 'Hello' } }] });
  expect(board.item(id)?.widget).toMatchObject({ text: 'Hello', parent_id: ROOT, size: { width: 300, height: 300 }, depth: 1 });
  expect(edit.before.get(id)).toBeUndefined();
  expect(edit.after.get(id)).toMatchObject({ text: 'Hello' });
  expect([edits.saved.value, edits.pending.value]).toEqual(['saving', 1]);
  sent[0]!.answer({ status: 200, body: { results: [{ ...board.item(id)!.widget, text: 'Hello!' }] }, revision: 7 });
  await turn();
  expect([edits.saved.value, edits.pending.value]).toEqual(['saved', 0]);
  expect(board.item(id)?.widget).toMatchObject({ text: 'Hello!' });
});

test('a refused operation goes back, and the others are sent again', async () => {
  const { edits, board, sent } = edited();
  const ids = [newId(), newId()] as const;
  const refusals: unknown[] = [];
  edits.onRefused(({ edit, ...refusal }) => refusals.push(refusal));
  edits.add({ label: 'add', operations: ids.map((id) => ({ op: 'create', type: 'Note', id, body: {} })) });
  sent[0]!.answer({ status: 409, body: { msg: 'operation 0: no' } });
  await turn();
  expect(refusals).toEqual([{ ids: [ids[0]], reason: 'refused', status: 409, msg: 'no' }]);
  expect(board.items().map(({ id }) => id)).toEqual([ids[1]]);
  expect(sent[1]!.batch).toMatchObject({ number: 2, operations: [{ id: ids[1] }] });
});

/** Edits of an empty board, whose requests the test answers. */
function edited() {
  const board = new LaidBoard();
  const clock = fakeClock();
  const sent: { batch: Batch; answer(answer: object): void }[] = [];
  const edits = createEdits({
    board,
    connection: { serverNow: () => clock.now(), client: undefined as never, isOffline: signal(false) },
    clock,
    random: () => 0.5,
    send: (batch) => new Promise((resolve) => sent.push({ batch, answer: resolve as never })),
  });
  return { board, clock, sent, edits };
}
