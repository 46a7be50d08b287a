import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { Note } from '../../model/widgets/note.ts';
import { createRecord } from '../../model/writing.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';

/** Much longer than what the system takes of an answer that nobody reads, and longer than all long answers may be together. */
const NOTES = 400;
const TEXT = 64 * 1024;
const easel = useEasel({ people: ['ben'], limits: { answerBytes: 1024 ** 2 } });
let list: string;
let note: string;
beforeAll(async () => {
  const canvas = await easel.canvas();
  for (const { id } of Object.values(easel.people)) {
    ok(await easel.admin.post(`${canvas}/permissions`, { users: [{ id, permission: 'edit' }] }));
  }
  const ids = await fill(canvas.split('/')[2]!);
  list = `${canvas}/notes`;
  note = `${list}/${ids[0]}`;
});

function fill(scope: string): Promise<string[]> {
  return easel.server.store.submit({
    scopes: [scope],
    author: { id: 1000, name: 'admin', ip: '' },
    permit: () => undefined,
    *run(tx) {
      const made: string[] = [];
      for (let at = 0; at < NOTES; at++) made.push(yield* createRecord(Note, { text: 'x'.repeat(TEXT) }, tx.scope(scope)));
      return made;
    },
  });
}

/** A reader who asks for a path and takes the beginning of the answer only. */
async function stalled(path: string, token: string): Promise<{ end(): void }> {
  const { hostname, port } = new URL(easel.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nPrivate-Token: ${token}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return { end: () => socket.destroy() };
}

test('a long list waits while readers of another list hold the memory of long answers, and then shows what is there by then', async () => {
  const other = await easel.canvas();
  await fill(other.split('/')[2]!);
  const reader = await stalled(`${other}/notes`, easel.admin.token);
  const waiting = easel.people.ben.get(list);
  // Short answers do not wait
  ok(await easel.people.ben.get(note));
  ok(await easel.admin.patch(note, { title: 'changed while it waits' }));
  reader.end();
  expect(ok(await waiting)[0].title).toBe('changed while it waits');
});

test('readers of the same unchanged list share its bytes, so nobody waits for those who do not read', async () => {
  const readers = await Promise.all([1, 2, 3].map(() => stalled(list, easel.admin.token)));
  expect(ok(await easel.people.ben.get(list))).toHaveLength(NOTES);
  for (const reader of readers) reader.end();
});

test('a list for which there is no room within a minute is refused with 503', async () => {
  const other = await easel.canvas();
  await fill(other.split('/')[2]!);
  const reader = await stalled(`${other}/notes`, easel.admin.token);
  const waiting = easel.people.ben.get(list);
  ok(await easel.people.ben.get(note));
  easel.clock.advance(59_000);
  ok(await easel.people.ben.get(note));
  easel.clock.advance(1_000);
  expect(await waiting).toMatchObject({ status: 503, body: { msg: 'Service temporarily unavailable' } });
  reader.end();
  ok(await easel.people.ben.get(list));
});
