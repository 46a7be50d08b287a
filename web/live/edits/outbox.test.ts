import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { LaidBoard, ROOT } from '../../../test/kit/laid-board.ts';
import { turn } from '../../../test/kit/test-client.ts';
import type { Element } from '../element.ts';
import type { Batch } from './batch.ts';
import { createEdits } from './create-edits.ts';
import type { Operation } from './edit.ts';
import type { EditRefusal } from './edits.ts';
import { newId } from './new-id.ts';

describe('operations that wait', () => {
  it('become one where they change the same note, and the first of them is what it came upon', async () => {
    const page = edited();
    const id = page.notes[0]!;
    page.update(newId(), { text: 'under way' });
    page.update(id, { location: { x: 1, y: 1 } });
    page.update(id, { text: 'two' });
    page.update(id, { location: { x: 3, y: 3 } });
    page.update(id, { depth: 7 });
    expect(page.edits.pending.value).toBe(3);
    await page.answer();
    expect(page.last().operations).toEqual([
      { op: 'update', id, body: { location: { x: 3, y: 3 }, text: 'two' } },
      { op: 'update', id, body: { depth: 7 } },
    ]);
  });

  it('stay two where the server would make something else of one', async () => {
    const page = edited();
    const id = page.notes[0]!;
    page.update(newId(), {});
    page.update(id, { auto_text_color: false, text_color: '#ff0000ff' });
    page.update(id, { auto_text_color: true });
    await page.answer();
    expect(page.last().operations).toHaveLength(2);
  });

  it('are left out with what is deleted before the server has heard of it', async () => {
    const page = edited();
    const parent = newId();
    const child = newId();
    page.update(newId(), {});
    page.make(parent, {});
    page.make(child, { parent_id: parent });
    page.update(child, { text: 'on it' });
    page.edits.add({ label: 'delete', operations: [{ op: 'delete', id: parent }] });
    expect([page.edits.pending.value, page.board.count.value]).toEqual([1, 2]);
    await page.answer();
    expect(page.sent).toHaveLength(1);
  });

  it('are sent where a deletion takes away what the server has', async () => {
    const page = edited();
    const [id] = page.notes as [string];
    const parent = newId();
    page.update(newId(), {});
    page.make(parent, {});
    page.update(id, { parent_id: parent });
    page.edits.add({ label: 'delete', operations: [{ op: 'delete', id: parent }] });
    await page.answer();
    expect(page.last().operations.map(({ op }) => op)).toEqual(['create', 'update', 'delete']);
  });

  it('go 500 at a time, an edit whole where it fits, and at most 512 KiB', async () => {
    const page = edited();
    page.update(newId(), {});
    const moved = (count: number) => Array.from({ length: count }, () => created(newId(), {}));
    page.edits.add({ label: 'add', operations: moved(1_100) });
    page.edits.add({ label: 'add', operations: moved(300) });
    page.edits.add({ label: 'add', operations: moved(300) });
    page.edits.add({ label: 'add', operations: [created(newId(), { text: 'x'.repeat(400_000) })] });
    page.edits.add({ label: 'add', operations: [created(newId(), { text: 'ü'.repeat(100_000) })] });
    while (page.edits.pending.value > 0) await page.answer();
    expect(page.sent.map(({ operations }) => operations.length)).toEqual([1, 500, 500, 400, 301, 1]);
    expect(page.sent.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('an answer', () => {
  it.each([429, 503])('%i is waited for as long as the server says, and the batch is the same', async (status) => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'a' });
    await page.answer({ status, body: undefined, retryAfter: 4 });
    expect(page.edits.saved.value).toBe('busy');
    page.update(page.notes[1]!, { text: 'b' });
    page.clock.advance(3_999);
    expect(page.sent).toHaveLength(1);
    page.clock.advance(1);
    expect(page.sent[1]).toEqual(page.sent[0]);
  });

  it('that does not come is waited for longer and longer, and the batch is the same', async () => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'a' });
    const pauses: number[] = [];
    for (let time = 0; time < 8; time++) {
      await page.answer({ status: 502, body: '<html>' });
      const before = page.sent.length;
      let ms = 0;
      while (page.sent.length === before) page.clock.advance((ms += 50) && 50);
      pauses.push(ms);
    }
    expect(pauses).toEqual([400, 750, 1500, 3000, 6000, 12000, 22500, 22500]);
    expect(new Set(page.sent.map(({ number }) => number))).toEqual(new Set([1]));
  });

  it('that hangs for half a minute is asked for again', async () => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'a' });
    page.clock.advance(31_000);
    expect(page.sent).toHaveLength(2);
  });

  it('401 stops everything until somebody is there again', async () => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'a' });
    await page.answer({ status: 401, body: undefined });
    page.clock.advance(100_000);
    expect([page.edits.saved.value, page.sent.length]).toEqual(['stopped', 1]);
    page.board.state.value = { is: 'waiting' };
    page.board.state.value = { is: 'live' };
    expect(page.sent).toHaveLength(2);
  });

  it('403 takes the edits back in the words of the server', async () => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'a' });
    await page.answer({ status: 403, body: { msg: 'not for you' } });
    expect(page.text(0)).toBe('');
    expect(page.refusals).toMatchObject([{ ids: [page.notes[0]], status: 403, msg: 'not for you' }]);
    expect(page.edits.saved.value).toBe('stopped');
  });

  it('413 takes back only the edit that is too much', async () => {
    const page = edited();
    page.update(newId(), {});
    for (const at of [0, 1]) page.update(page.notes[at]!, { text: 'a' });
    await page.answer();
    await page.answer({ status: 413, body: { msg: 'full' } });
    await page.answer({ status: 413, body: { msg: 'full' } });
    await page.answer();
    expect(page.refusals.flatMap(({ ids }) => ids)).toEqual([page.notes[0]]);
    expect([page.text(0), page.text(1)]).toEqual(['', 'a']);
  });

  it('404 of one takes back the others that are gone, too, in one request', async () => {
    const page = edited();
    page.edits.add({ label: 'move', operations: page.notes.map((id) => updated(id, { text: 'a' })) });
    page.board.say(
      page.notes.map((id) => ({ ...page.board.item(id)!.widget, state: 'deleted' }) as Element),
      5,
    );
    await page.answer({ status: 404, body: { msg: `operation 0: Widget ${page.notes[0]} not found` } });
    expect(page.refusals.flatMap(({ ids }) => ids)).toEqual(page.notes);
    expect([page.sent.length, page.edits.saved.value]).toEqual([1, 'saved']);
  });

  it('409 says that a create was made before', async () => {
    const page = edited();
    const id = newId();
    page.make(id, {});
    await page.answer({ status: 409, body: { msg: `operation 0: Note ${id} exists` } });
    expect([page.refusals.length, page.edits.saved.value, page.board.count.value]).toEqual([0, 'saved', 3]);
  });
});

it('says that it is slow after three seconds, and offline without a connection', () => {
  const page = edited();
  page.update(page.notes[0]!, { text: 'a' });
  page.clock.advance(2_999);
  const states = [page.edits.saved.value];
  page.clock.advance(1);
  states.push(page.edits.saved.value);
  page.offline.value = true;
  expect([...states, page.edits.saved.value]).toEqual(['saving', 'slow', 'offline']);
});

it('leaves what somebody else has changed meanwhile, and sends the rest of the same update', async () => {
  const page = edited();
  const id = page.notes[0]!;
  page.offline.value = true;
  page.update(id, { text: 'mine', title: 'mine' });
  page.board.say([{ ...page.record(0), text: 'theirs' } as Element], 5);
  page.offline.value = false;
  expect(page.sent[0]!.operations).toEqual([updated(id, { title: 'mine' })]);
  expect(page.text(0)).toBe('theirs');
  expect(page.refusals).toMatchObject([{ ids: [id], reason: 'changed' }]);
});

describe('a page that is left', () => {
  it('still sends what waits, in its order, and shows nothing any more', async () => {
    const page = edited();
    page.update(page.notes[0]!, { text: 'under way' });
    page.update(page.notes[1]!, { text: 'behind it' });
    page.edits.close();
    expect(page.edits.pending.value).toBe(2);
    await page.answer({ status: 502, body: '<html>' });
    page.clock.advance(1_000);
    await page.answer();
    await page.answer();
    expect(page.sent.map(({ number }) => number)).toEqual([1, 1, 2]);
    expect(page.last().operations).toEqual([updated(page.notes[1]!, { text: 'behind it' })]);
    expect(page.edits.pending.value).toBe(0);
  });

  it('gives up at once what waits for a connection, and what waits for a person', async () => {
    const offline = edited();
    offline.board.state.value = { is: 'waiting' };
    offline.update(offline.notes[0]!, { text: 'a' });
    offline.edits.close();
    const signedOut = edited();
    signedOut.update(signedOut.notes[0]!, { text: 'a' });
    signedOut.edits.close();
    await signedOut.answer({ status: 401, body: undefined });
    for (const page of [offline, signedOut]) {
      page.clock.advance(100_000);
      expect(page.edits.pending.value).toBe(0);
    }
    expect([offline.sent.length, signedOut.sent.length]).toEqual([0, 1]);
  });
});

const created = (id: string, body: object): Operation => ({ op: 'create', type: 'Note', id, body: { ...body } });
const updated = (id: string, body: object): Operation => ({ op: 'update', id, body: { ...body } });

/** Edits of a board with two notes, whose requests the test answers. */
function edited() {
  const notes = [newId(), newId()];
  const board = new LaidBoard(notes.map((id, at) => noteOf(id, at + 1)));
  const clock = fakeClock();
  const offline = signal(false);
  const sent: Batch[] = [];
  const answers: ((answer: object) => void)[] = [];
  const edits = createEdits({
    board,
    connection: { serverNow: () => clock.now(), client: undefined as never, isOffline: offline },
    clock,
    random: () => 0.5,
    send: (batch) => {
      sent.push(batch);
      return new Promise((resolve) => answers.push(resolve as never));
    },
  });
  const refusals: EditRefusal[] = [];
  edits.onRefused((refusal) => refusals.push(refusal));
  const made = (batch: Batch) => ({ status: 200, revision: 9, body: { results: batch.operations.map(({ id }) => ({ id })) } });
  return {
    notes,
    board,
    clock,
    offline,
    sent,
    edits,
    refusals,
    make: (id: string, body: object) => edits.add({ label: 'add', operations: [created(id, body)] }),
    update: (id: string, body: object) => edits.add({ label: 'text', operations: [updated(id, body)] }),
    last: () => sent.at(-1)!,
    record: (at: number) => edits.record(notes[at]!)!,
    text: (at: number) => (edits.record(notes[at]!) as { readonly text?: string } | undefined)?.text,
    async answer(answer: object = made(sent.at(-1)!)) {
      answers.at(-1)!(answer);
      await turn();
    },
  };
}

const noteOf = (id: string, depth: number): Element =>
  ({
    id,
    widget_type: 'Note',
    state: 'normal',
    parent_id: ROOT,
    depth,
    scale: 1,
    pinned: false,
    text: '',
    title: '',
    location: { x: 0, y: 0 },
    size: { width: 300, height: 300 },
    background_color: '#ffffffff',
    auto_text_color: true,
    text_color: '#000000ff',
  }) as unknown as Element;
