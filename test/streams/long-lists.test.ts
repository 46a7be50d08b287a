import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Note } from '../../model/widgets/note.ts';
import { createRecord } from '../../model/writing.ts';
import { LARGE } from '../../server/scheduler.ts';
import { useEasel } from '../kit/easel.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { HeldScheduler } from '../kit/held-scheduler.ts';
import { RED } from '../kit/strokes.ts';

const COUNT = LARGE + 500;
/** Callers who ask at the same time. */
const CROWD = 6;
const scheduler = new HeldScheduler();

const easel = useEasel({ scheduler });
let canvas: string;
let notes: string[];
beforeAll(async () => {
  canvas = await easel.canvas();
  notes = await fill(canvas.split('/')[2]!);
  for (const id of notes.slice(0, 2)) {
    for (const depth of [2, 1]) ok(await easel.admin.post(`${canvas}/notes/${id}/annotations`, { line_color: RED, depth }));
  }
});

async function filled(): Promise<string> {
  const path = await easel.canvas();
  await fill(path.split('/')[2]!);
  return path;
}

function fill(scope: string): Promise<string[]> {
  return easel.server.store.submit({
    scopes: [scope],
    author: { id: 1000, name: 'admin', ip: '' },
    permit: () => undefined,
    *run(tx) {
      const made: string[] = [];
      for (let at = 0; at < COUNT; at++) {
        made.push(yield* createRecord(Note, { title: `note ${at}`, text: 'x'.repeat(500) }, tx.scope(scope)));
        yield;
      }
      return made;
    },
  });
}

describe.each(['notes', 'widgets', 'widgets?annotations=1', 'widgets?annotations=1&elements=1'])('the long list %s', (list) => {
  const path = (): string => `${canvas}/${list}`;
  /** The answer to an unchanged list would be ready, so one note changes before each test. */
  beforeEach(async () => void ok(await easel.admin.patch(`${canvas}/notes/${notes[2]}`, { title: `${Math.random()}` })));

  test('is put together in many short steps', async () => {
    const fresh = await filled();
    scheduler.steps.length = 0;
    const { body, bytes } = await easel.admin.get(`${fresh}/${list}`);
    expect(body.length).toBeGreaterThanOrEqual(COUNT);
    expect(Math.max(...scheduler.steps)).toBeGreaterThanOrEqual(bytes.length / (256 * 1024));
  });

  test('shows the state at the time of the request, whatever changes meanwhile', async () => {
    const { headers: read } = await easel.admin.get(`${canvas}/notes/${notes[0]}`);
    const held = scheduler.hold();
    const answer = easel.admin.get(path());
    await held;
    const last = notes.pop()!;
    ok(await easel.admin.delete(`${canvas}/notes/${last}`));
    const { id: later } = ok(await easel.admin.post(`${canvas}/notes`));
    ok(await easel.admin.patch(`${canvas}/notes/${notes[0]}`, { title: `changed for ${list}` }));
    scheduler.release();
    const [then, now] = [ok(await answer), ok(await easel.admin.get(path()))].map((shown) => ({
      ids: shown.map(({ id }: Shown) => id),
      titles: shown.map(({ title }: Shown) => title),
    }));
    expect([then!.ids.includes(last), then!.ids.includes(later)]).toEqual([true, false]);
    expect([now!.ids.includes(last), now!.ids.includes(later)]).toEqual([false, true]);
    expect([then, now].map((each) => each!.titles.includes(`changed for ${list}`))).toEqual([false, true]);
    expect((await answer).headers['easel-revision']).toBe(read['easel-revision']);
  });

  test('is made once for all who ask for it at the same time, whatever coding they take', async () => {
    const fresh = await filled();
    const held = scheduler.hold();
    const made = vi.spyOn(Buffer, 'from');
    const answers = Array.from({ length: CROWD }, (_, at) =>
      easel.admin.get(`${fresh}/${list}`, { 'accept-encoding': at % 2 ? 'gzip' : 'identity' }),
    );
    await held;
    // The requests above have arrived when later ones are answered
    await Promise.all(answers.map(() => easel.admin.get('/server-info')));
    scheduler.release();
    const texts = (await Promise.all(answers)).map(({ text }) => text);
    const characters = made.mock.calls.reduce((sum, [from]) => sum + (typeof from === 'string' ? String(from).length : 0), 0);
    made.mockRestore();
    expect(new Set(texts).size).toBe(1);
    expect(characters).toBeLessThan(1.5 * texts[0]!.length);
  });

  test('is not sent to a caller whose right is gone meanwhile', async () => {
    const person = await easel.user();
    ok(await easel.admin.post(`${canvas}/permissions`, { users: [{ id: person.id, permission: 'view' }] }));
    const held = scheduler.hold();
    const answer = person.get(path());
    await held;
    ok(await easel.admin.post(`${canvas}/permissions`, { users: [{ id: person.id, permission: 'none' }] }));
    scheduler.release();
    expect([(await answer).status, (await answer).body]).toEqual([403, { msg: expect.any(String) }]);
  });
});

test('strokes stand with their widget in ascending depth', async () => {
  const list = ok(await easel.admin.get(`${canvas}/widgets?annotations=1`));
  const note = list.find(({ id }: Shown) => id === notes[0]);
  expect(note.annotations.map(({ depth }: Shown) => depth)).toEqual([1, 2]);
  expect(list[0].annotations).toEqual([]);
});

test('a stream of it begins with the whole list, and goes on with what changes', async () => {
  for (const changes of [0, 1]) {
    const stream = await easel.admin.watch(`${canvas}/notes?changes=${changes}`);
    const first = await stream.next();
    expect(first).toEqual(ok(await easel.admin.get(`${canvas}/notes`)));
    ok(await easel.admin.patch(`${canvas}/notes/${notes[1]}`, { title: `told ${changes}` }));
    easel.clock.advance(10_000);
    const next = await stream.next();
    expect(next).toHaveLength(changes ? 1 : first.length);
    expect(next.map(({ title }: Shown) => title)).toContain(`told ${changes}`);
  }
});
