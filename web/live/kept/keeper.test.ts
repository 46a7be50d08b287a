import { expect, it } from 'vitest';
import type { Edit, Operation } from '../edits/edit.ts';
import type { PendingOperation } from '../edits/pending-operation.ts';
import type { EditChanges, WriteOutcome } from './edit-store.ts';
import { Keeper } from './keeper.ts';
import { renumbered, restore } from './restored.ts';

it('writes nothing again that has not changed, and takes out what is over', async () => {
  const { keeper, writes } = kept();
  const first = pending('a');
  const second = pending('b');
  await keeper.keep([], [first]);
  expect(keeper.keep([], [first])).toBeUndefined();
  await keeper.keep([flight([first])], [second]);
  await keeper.keep([], [second]);
  await keeper.keep([], []);
  expect(writes.map(({ put, remove, flights }) => [put.map(({ key }) => key), remove, flights.length])).toEqual([
    [[1], [], 0],
    [[2], [], 1],
    [[], [1], 0],
    [[], [2], 0],
  ]);
});

it('writes an operation again when it is another one', async () => {
  const { keeper, writes } = kept();
  const one = pending('a');
  await keeper.keep([], [one]);
  one.operation = { op: 'update', id: 'a', body: { text: 'later' } };
  await keeper.keep([], [one]);
  expect(writes[1]!.put[0]!.operations[0]!.operation).toEqual(one.operation);
});

it('writes all of it again after a write that the browser refused', async () => {
  const { keeper, writes, outcome } = kept();
  const first = pending('a');
  const second = pending('b');
  outcome.next = 'refused';
  await keeper.keep([], [first]);
  outcome.next = 'kept';
  await keeper.keep([], [first, second]);
  expect(writes[1]!.put.map(({ key }) => key)).toEqual([1, 2]);
});

it('writes a large edit in pieces, so that an answer to a part writes little', async () => {
  const { keeper, writes } = kept();
  const edit = editOf([]);
  const all = Array.from({ length: 1_000 }, (_, at) => pending(String(at), edit));
  await keeper.keep([], all);
  await keeper.keep([], all.slice(1));
  expect([writes[0]!.put.length, writes[1]!.put.length, writes[1]!.put[0]!.operations.length]).toEqual([10, 1, 99]);
});

it('keeps of a widget that is changed what the change writes, and of one that is deleted everything', async () => {
  const { keeper, writes } = kept();
  const gone: PendingOperation = {
    ...pending('b'),
    operation: { op: 'delete', id: 'b' },
    effects: new Map([['b', { is: 'gone' }]]),
  };
  await keeper.keep([], [pending('a'), gone]);
  const [changed, deleted] = writes[0]!.put[0]!.operations.map(({ before }) => before);
  expect(changed).toEqual({ id: 'a', widget_type: 'Note', text: 'old' });
  expect(deleted).toEqual(gone.before);
});

it('what is read is restored in its order, its batches with sender and number, and fits beside what another tab has', async () => {
  const { keeper } = kept();
  const all = ['a', 'b', 'c', 'd'].map((id) => pending(id));
  await keeper.keep([flight(all.slice(0, 2))], all.slice(2));
  const { pieces, flights } = renumbered([keeper.read(), keeper.read()], 70);
  const serials = pieces.flatMap(({ operations }) => operations.map(({ serial }) => serial));
  expect(serials).toEqual([71, 72, 73, 74, 75, 76, 77, 78]);
  const { flights: left, waiting } = restore({ pieces, flights });
  expect(left.map(({ sender, number, operations }) => [sender, number, operations.map(({ operation }) => operation.id)])).toEqual(
    [
      ['tab', 7, ['a', 'b']],
      ['tab', 7, ['a', 'b']],
    ],
  );
  expect(waiting.map(({ operation, isHidden }) => [operation.id, isHidden])).toEqual(
    ['c', 'd', 'c', 'd'].map((id) => [id, true]),
  );
});

/** A keeper, and what it writes. */
function kept() {
  const writes: EditChanges[] = [];
  const outcome: { next: WriteOutcome } = { next: 'kept' };
  const write = (changes: EditChanges): Promise<WriteOutcome> => {
    writes.push(structuredClone(changes));
    return Promise.resolve(outcome.next);
  };
  return { keeper: new Keeper({ write }), writes, outcome };
}

const flight = (operations: readonly PendingOperation[]) => ({ sender: 'tab', number: 7, operations });

const editOf = (operations: readonly Operation[]): Edit => ({
  key: 1,
  label: 'text',
  operations,
  before: new Map(),
  after: new Map(),
});

function pending(id: string, edit?: Edit): PendingOperation {
  const operation: Operation = { op: 'update', id, body: { text: 'new' } };
  return {
    edits: [edit ?? editOf([operation])],
    operation,
    effects: new Map([[id, { is: 'set', fields: { text: 'new' } }]]),
    before: { id, widget_type: 'Note', text: 'old', title: 'is not kept' } as never,
    at: '',
    answered: undefined,
    isRepeated: false,
    isHidden: false,
  };
}
