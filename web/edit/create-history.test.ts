import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../model/field.ts';
import type { WidgetType } from '../../model/widgets/index.ts';
import { ModelBoard } from '../../test/kit/model-board.ts';
import { runs } from '../../test/kit/runs.ts';
import type { Edit, NewEdit } from '../live/edits/edit.ts';
import type { EditRefusal } from '../live/edits/edits.ts';
import type { Element } from '../live/element.ts';
import { create } from './commands/create.ts';
import { duplicate } from './commands/duplicate.ts';
import { move } from './commands/move.ts';
import { pin } from './commands/pin.ts';
import { remove } from './commands/remove.ts';
import { reparent } from './commands/reparent.ts';
import { resize } from './commands/resize.ts';
import { scale } from './commands/scale.ts';
import { stack } from './commands/stack.ts';
import { style } from './commands/style.ts';
import { writeText } from './commands/text.ts';
import { createHistory } from './create-history.ts';
import { isSame } from './undo/values.ts';

/** Somebody who edits a board, with a history of their own. */
function personOn(board: ModelBoard) {
  let refuse: (refusal: EditRefusal) => void = () => undefined;
  const edits = {
    add: (edit: NewEdit): Edit => board.add(edit),
    record: board.record,
    onRefused(listen: typeof refuse) {
      refuse = listen;
      return () => undefined;
    },
  };
  const history = createHistory({ edits, board });
  const perform = (edit: NewEdit | undefined, run?: string): Edit | undefined => {
    if (!edit || edit.operations.length === 0) return undefined;
    const done = board.add(edit);
    history.record(done, run);
    return done;
  };
  return { history, perform, refuse: (refusal: EditRefusal) => refuse(refusal) };
}

function begin() {
  const board = new ModelBoard();
  let last = 0;
  const newId = (): string => `${String(++last).padStart(8, '0')}-1111-4000-8000-000000000000`;
  const ada = personOn(board);
  const bob = personOn(board);
  const make = (person: typeof ada, type: WidgetType, body: Body = {}): string => {
    const id = newId();
    person.perform({ label: 'add', operations: [{ op: 'create', id, type, body }] });
    return id;
  };
  return { board, ada, bob, newId, make };
}

const node = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const strokeOn = (id: string, widget_id: string): NewEdit => ({
  label: 'ink',
  operations: [{ op: 'create', id, type: 'Annotation', widget_id, body: { line_color: '#000000ff', points: node } }],
});

describe('undo', () => {
  it('brings back what was deleted, with all that was on it', () => {
    const { board, ada, newId, make } = begin();
    const outer = make(ada, 'Note', { location: { x: 100, y: 100 }, depth: 7 });
    const table = make(ada, 'Table', { location: { x: 500, y: 0 } });
    const cell = board.items().find(({ widget }) => widget.widget_type === 'TableCell')!.id;
    const inCell = make(ada, 'Note', { parent_id: cell, text: 'in' });
    make(ada, 'Connector', { src: { id: outer }, dst: { id: inCell } });
    for (const on of [outer, inCell, outer]) ada.perform(strokeOn(newId(), on));
    const before = board.all();
    ada.perform(remove(board, [outer, table]).edit);
    expect(board.count()).toBe(0);
    expect(ada.history.undo()).toEqual({ label: 'delete', isDone: true, left: 0 });
    expect(board.all()).toEqual(before);
    ada.history.redo();
    expect(board.count()).toBe(0);
    ada.history.undo();
    expect(board.all()).toEqual(before);
  });

  it('leaves what others have changed since, and says how much', () => {
    const { board, ada, bob, make } = begin();
    const one = make(ada, 'Note');
    const two = make(ada, 'Note');
    ada.perform(style(board, [one, two], { background_color: '#ff0000ff', title: 'A' }));
    bob.perform(style(board, [two], { background_color: '#00ff00ff' }));
    expect(ada.history.undo()).toEqual({ label: 'colour', isDone: true, left: 1 });
    expect(board.record(one)).toMatchObject({ background_color: '#ffffffff', title: '' });
    expect(board.record(two)).toMatchObject({ background_color: '#00ff00ff', title: '' });
    expect(ada.history.undo()).toMatchObject({ label: 'add', left: 1, isDone: false });
    expect(board.record(two)).toBeDefined();
    expect(ada.history.undo()).toMatchObject({ isDone: true });
    expect([...board.all().keys()]).toEqual([board.root.peek()!.id, two]);
    expect(ada.history.undo()).toBeUndefined();
  });

  it('leaves what is new where others have put something on it', () => {
    const { board, ada, bob, newId, make } = begin();
    const note = make(ada, 'Note');
    const table = make(ada, 'Table');
    const cell = board.items().find(({ widget }) => widget.widget_type === 'TableCell')!.id;
    make(bob, 'Note', { parent_id: cell });
    bob.perform(strokeOn(newId(), note));
    expect(ada.history.undo()).toEqual({ label: 'add', isDone: false, left: 1 });
    expect(ada.history.undo()).toEqual({ label: 'add', isDone: false, left: 1 });
    expect([board.record(note), board.record(table)]).not.toContain(undefined);
  });

  it('puts on the root what lay on a widget that is gone', () => {
    const { board, ada, bob, make } = begin();
    const outer = make(bob, 'Note', { location: { x: 100, y: 100 }, scale: 2 });
    const inner = make(ada, 'Note', { location: { x: 10, y: 10 }, parent_id: outer });
    const { box } = board.item(inner)!;
    ada.perform(remove(board, [inner]).edit);
    bob.perform(remove(board, [outer]).edit);
    expect(ada.history.undo()).toMatchObject({ isDone: true, left: 0 });
    expect(board.item(inner)!.box).toEqual(box);
  });

  it('says of a connector that one of its ends is gone', () => {
    const { board, ada, bob, make } = begin();
    const one = make(bob, 'Note');
    const two = make(bob, 'Note');
    const line = make(ada, 'Connector', { src: { id: one }, dst: { id: two } });
    ada.perform(remove(board, [line]).edit);
    bob.perform(remove(board, [two]).edit);
    expect(ada.history.undo()).toEqual({ label: 'delete', isDone: false, left: 1 });
  });

  it('takes a run as one step, with nothing of what others did between', () => {
    const { board, ada, bob, make } = begin();
    const note = make(ada, 'Note', { location: { x: 0, y: 0 } });
    ada.perform(move(board, [note], { x: 10, y: 0 }), 'keys 1');
    bob.perform(style(board, [note], { background_color: '#ff0000ff' }));
    ada.perform(move(board, [note], { x: 10, y: 0 }), 'keys 1');
    ada.perform(move(board, [note], { x: 10, y: 0 }), 'keys 2');
    ada.history.undo();
    expect(board.record(note)).toMatchObject({ location: { x: 20, y: 0 } });
    ada.history.undo();
    expect(board.record(note)).toMatchObject({ location: { x: 0, y: 0 }, background_color: '#ff0000ff' });
    ada.history.redo();
    expect(board.record(note)).toMatchObject({ location: { x: 20, y: 0 } });
  });

  it('has no step for what came and went in one run', () => {
    const { board, ada, newId } = begin();
    const id = newId();
    ada.perform({ label: 'add', operations: [{ op: 'create', id, type: 'Note', body: {} }] }, 'typing');
    ada.perform(writeText(board, id, 'text', 'a'), 'typing');
    ada.perform(remove(board, [id]).edit, 'typing');
    expect(ada.history.canUndo.value).toBe(false);
  });

  it('forgets what the server has refused', () => {
    const { board, ada, make } = begin();
    const one = make(ada, 'Note');
    const two = make(ada, 'Note');
    const edit = ada.perform(style(board, [one, two], { title: 'A' }))!;
    ada.refuse({ edit, ids: [one], reason: 'refused', status: 403, msg: '' });
    expect(ada.history.undo()).toEqual({ label: 'colour', isDone: true, left: 0 });
    expect(board.record(one)).toMatchObject({ title: 'A' });
    ada.refuse({ edit: ada.perform(pin(board, [one], true))!, ids: [one], reason: 'refused', status: 403, msg: '' });
    expect(ada.history.next.value.undo).toBe('add');
  });

  it('is made again until something new is done', () => {
    const { board, ada, make } = begin();
    const note = make(ada, 'Note');
    ada.perform(pin(board, [note], true));
    ada.history.undo();
    expect(ada.history.next.value).toEqual({ undo: 'add', redo: 'pin' });
    ada.perform(writeText(board, note, 'title', 'A'));
    expect([ada.history.canRedo.value, ada.history.redo()]).toEqual([false, undefined]);
  });

  it('goes back 200 steps, or 8 MB', () => {
    const { board, ada, make } = begin();
    const note = make(ada, 'Note');
    for (let at = 0; at < 250; at++) ada.perform(writeText(board, note, 'title', String(at)));
    let steps = 0;
    while (ada.history.undo()) steps++;
    expect(steps).toBe(200);
    for (let at = 0; at < 12; at++) ada.perform(writeText(board, note, 'text', `${at}`.repeat(500_000)));
    for (steps = 0; ada.history.undo(); ) steps++;
    expect(steps).toBeGreaterThan(3);
    expect(steps).toBeLessThan(9);
  });

  it('gives letters back the colour that follows the paper', () => {
    const { board, ada, make } = begin();
    const note = make(ada, 'Note');
    const before = board.record(note);
    ada.perform(style(board, [note], { text_color: '#ff0000ff' }));
    ada.history.undo();
    expect(board.record(note)).toEqual(before);
    ada.history.redo();
    expect(board.record(note)).toMatchObject({ text_color: '#ff0000ff', auto_text_color: false });
  });
});

type Person = ReturnType<typeof personOn>;
interface Deed {
  readonly who: number;
  readonly what: number;
  readonly at: number;
  readonly with: number;
  readonly amount: number;
}

const deeds = (people: number) =>
  fc.array(
    fc.record({
      who: fc.nat(people - 1),
      what: fc.nat(17),
      at: fc.nat(1_000),
      with: fc.nat(1_000),
      amount: fc.integer({ min: -50, max: 50 }),
    }),
    { minLength: 3, maxLength: 24 },
  );

/** Another value for each deed, so that nobody writes by chance what was there before. */
const colour = (at: number): string => `#${at.toString(16).padStart(6, '0')}ff`;
/** Has only two values, or comes back to an earlier one: pins, colours that follow the paper, parents. */
const BACK = [10, 12, 14];

/** Does one of the things that people do, to what is there. */
function doIt(
  board: ModelBoard,
  person: Person,
  { what, at, with: other, amount, number }: Deed & { readonly number: number },
  newId: () => string,
): void {
  const items = board.items();
  const ids = items.map(({ id }) => id);
  const id = ids[at % ids.length] ?? '';
  const second = ids[other % ids.length] ?? '';
  const both = [id, second].filter((one) => one !== '');
  const place = { x: amount * 10 + number / 8, y: at, width: 100 + at + number, height: 120 };
  const run = at % 3 === 0 ? 'run' : undefined;
  const commands: readonly (() => NewEdit | undefined)[] = [
    () => create(board, { id: newId(), type: 'Note', box: place, parent_id: amount > 0 ? undefined : hostOf(id) }),
    () => create(board, { id: newId(), type: 'Note', box: place }),
    () => (amount > 20 ? create(board, { id: newId(), type: 'Table', box: place }) : undefined),
    () => create(board, { id: newId(), type: 'Anchor', box: place }),
    () => (hostOf(id) && hostOf(second) ? connect(newId(), id, second) : undefined),
    () => (hostOf(id) ? strokeOn(newId(), amount > 30 ? board.root.peek()!.id : id) : undefined),
    () => move(board, both, { x: amount, y: 3 + number }, { raises: () => amount > 0 }),
    () => (hostOf(id) ? resize(board, new Map([[id, place]])) : undefined),
    () => scale(board, [id], 1 + Math.abs(amount) / 50 + number / 64, { x: at, y: other }),
    () => style(board, both, { background_color: colour(number), line_color: colour(number) }),
    () => style(board, [id], amount > 0 ? { text_color: colour(number) } : { auto_text_color: true }),
    () => writeText(board, id, 'text', `${number}`),
    () => pin(board, both, amount > 0),
    () => stack(board, both, (['front', 'back', 'forward', 'backward'] as const)[at % 4]!),
    () => reparent(board, [id], hostOf(second) ?? board.root.peek()!.id),
    () => remove(board, both.slice(0, 1 + (at % 2))).edit,
    () => duplicate(board, both, { x: 20, y: 20 }, newId).edit,
  ];
  const command = commands[what];
  if (command) person.perform(command(), run);
  else if (amount > 0) person.history.undo();
  else person.history.redo();

  function hostOf(one: string): string | undefined {
    const widget = board.item(one)?.widget;
    return widget && 'location' in widget ? one : undefined;
  }
}

const connect = (id: string, src: string, dst: string): NewEdit => ({
  label: 'connect',
  operations: [{ op: 'create', id, type: 'Connector', body: { src: { id: src }, dst: { id: dst } } }],
});

/** Fields that follow from others, and depth, which is raised above what others do. */
const loose = new Set(['depth', 'text_color', 'column_widths', 'row_heights']);

describe('undo of random edits', () => {
  const often = { numRuns: runs(250, 1000) };

  it('of one person alone leads to the beginning, and redo to the end', () => {
    fc.assert(
      fc.property(deeds(1), (list) => {
        const { board, ada, newId } = begin();
        const start = board.all();
        for (const [number, deed] of list.entries()) doIt(board, ada, { ...deed, number }, newId);
        while (ada.history.redo());
        const end = board.all();
        while (ada.history.undo());
        expectSame(board.all(), start);
        while (ada.history.redo());
        expectSame(board.all(), end);
      }),
      often,
    );
  });

  it('of one of three leaves each field as it is that another wrote last', () => {
    fc.assert(
      fc.property(deeds(3), (list) => {
        const { board, ada, bob, newId } = begin();
        const people = [ada, bob, personOn(board)];
        const writers = new Map<string, number>();
        const values = new Map<string, Written[]>();
        for (const [number, deed] of list.entries()) {
          if (deed.who > 0 && BACK.includes(deed.what)) continue;
          doIt(board, people[deed.who]!, { ...deed, number }, newId);
          noteWriters(writers, values, board.all(), deed.who);
        }
        const end = board.all();
        while (ada.history.undo());
        for (const [key, who] of writers) {
          const [id, field] = key.split(' ') as [string, string];
          if (who === 0 || loose.has(field) || !end.has(id)) continue;
          expect([key, value(board.record(id), field)]).toEqual([key, value(end.get(id), field)]);
        }
      }),
      often,
    );
  });
});

const value = (record: Element | undefined, field: string): unknown => record?.[field as keyof Element];

interface Written {
  readonly value: unknown;
  readonly who: number;
}

/** What comes back as it once was belongs to those who wrote it then. */
function noteWriters(
  writers: Map<string, number>,
  values: Map<string, Written[]>,
  after: ReadonlyMap<string, Element>,
  who: number,
): void {
  for (const [id, record] of after) {
    for (const [field, now] of Object.entries(record)) {
      const key = `${id} ${field}`;
      const known = values.get(key) ?? [];
      const earlier = known.find((one) => isSame(one.value, now));
      values.set(key, earlier ? known : [...known, { value: now, who }]);
      writers.set(key, earlier ? earlier.who : who);
    }
  }
}

function expectSame(shown: Map<string, Element>, wanted: Map<string, Element>): void {
  const sorted = (records: Map<string, Element>) => [...records].sort(([a], [b]) => (a < b ? -1 : 1));
  if (!isSame(Object.fromEntries(shown), Object.fromEntries(wanted))) expect(sorted(shown)).toEqual(sorted(wanted));
}
