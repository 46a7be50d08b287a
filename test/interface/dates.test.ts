import { beforeEach, describe, expect, test } from 'vitest';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { Preview } from '../../model/resources/preview.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { streamGone } from '../kit/events.ts';
import { storedNames, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const easel = useEasel({ each: 'test', env: { EASEL_PREVIEWS: '1', EASEL_DELETED_FILES_DAYS: '0' } });
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

/** Somebody sets the date of the machine. By that date, the administrator's token may have expired. */
async function setDate(by: number): Promise<void> {
  easel.clock.setDate(easel.clock.now() + by);
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
}

describe.each([
  ['back by an hour', -HOUR],
  ['back by a week', -7 * DAY],
  ['forward by a day', DAY],
])('with the date set %s', (_, by) => {
  test('a blocked user and one whose right is gone receive nothing after a second', async () => {
    const blocked = await easel.user();
    const removed = await easel.user();
    const users = [blocked, removed].map(({ id }) => ({ id, permission: 'view' }));
    ok(await easel.admin.post(`${canvas}/permissions`, { users }));
    const streams = [await blocked.watch(`${canvas}/notes`), await removed.watch(`${canvas}/notes`)];
    // Rights were checked just now
    ok(await easel.admin.patch(canvas, { name: 'renamed' }));
    await setDate(by);
    ok(await easel.admin.post(`/users/${blocked.id}/block`));
    ok(await easel.admin.post(`${canvas}/permissions`, { users: [{ id: removed.id, permission: 'none' }] }));
    easel.clock.advance(SECOND);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['clean', 'clean']);
  });

  test('a large list goes on after its gap', async () => {
    const { id } = ok(await easel.admin.post(`${canvas}/notes`, { text: 'x'.repeat(70_000) }));
    const stream = await easel.admin.watch(`${canvas}/notes?changes=0`);
    await stream.next();
    ok(await easel.admin.patch(`${canvas}/notes/${id}`, { title: 'large' }));
    await stream.next();
    await setDate(by);
    ok(await easel.admin.patch(`${canvas}/notes/${id}`, { title: 'changed' }));
    const secondPasses = (): boolean => {
      easel.clock.advance(SECOND);
      return stream.unread.some((line) => line !== '');
    };
    // With a gap of an hour it would take longer than a test may
    await until(secondPasses, 20);
    expect((await stream.next())[0].title).toBe('changed');
  });

  test('keepalives come when they are due', async () => {
    const stream = await easel.admin.watch(`${canvas}/notes`);
    await stream.line();
    await setDate(by);
    easel.clock.advance(14 * SECOND);
    ok(await easel.admin.post(`${canvas}/notes`));
    expect(await stream.line()).not.toBe('');
    easel.clock.advance(16 * SECOND);
    expect(await stream.line()).toBe('');
  });

  test('canvases show that they changed, and their previews follow', async () => {
    const { preview_hash, modified_at } = await drawn();
    await setDate(by);
    ok(await easel.admin.post(`${canvas}/notes`, { background_color: '#00ff00ff', size: { width: 3000, height: 3000 } }));
    const after = await drawn();
    expect(after.modified_at > modified_at).toBe(true);
    expect(after.preview_hash).not.toBe(preview_hash);
  });

  test('files that nothing refers to are removed after the usual time', async () => {
    const { id, hash } = await uploaded(easel, easel.admin, `${canvas}/images`, svg());
    ok(await easel.admin.delete(`${canvas}/images/${id}`));
    await setDate(by);
    let hours = 0;
    const hourPasses = (): boolean => {
      easel.clock.advance(HOUR);
      hours++;
      return !storedNames(easel.folder).includes(hash);
    };
    await until(hourPasses, 20);
    // Three looks are enough; more hours may go by while the disk is read
    expect(hours).toBeLessThan(150);
  });

  test('the token of a stream lives as long as the stream and a minute longer', async () => {
    const person = await easel.user();
    const gone = streamGone(easel, 'directory');
    const stream = await person.watch('/canvases');
    easel.clock.advance(2 * DAY);
    await setDate(by);
    expect(await status(person)).toBe(200);
    stream.close();
    await gone;
    await setDate(10 * DAY);
    easel.clock.advance(50 * SECOND);
    expect(await status(person)).toBe(200);
    easel.clock.advance(11 * SECOND);
    expect(await status(person)).toBe(401);
  });

  test('a token is valid until its date, and is removed within an hour after it', async () => {
    const person = await easel.user();
    await setDate(by);
    expect(await status(person)).toBe(by > 0 ? 401 : 200);
    await setDate(8 * DAY);
    expect(await status(person)).toBe(401);
    expect(removedSessions()).toBe(0);
    easel.clock.advance(HOUR);
    await until(() => removedSessions() > 0);
  });
});

const status = async (person: Person): Promise<number> => (await person.get('/canvases')).status;

const removedSessions = (): number =>
  easel.published.flatMap(({ changes }) => changes).filter(({ kind, after }) => kind === LoginSession && !after).length;

/** Asks for the preview and waits until it was drawn: the canvas as it is then. */
async function drawn() {
  const kept = new Promise<void>((resolve) => {
    easel.server.store.feed.follow(({ changes }) => changes.some(({ kind }) => kind === Preview) && resolve());
  });
  await easel.admin.get(`${canvas}/preview`);
  easel.clock.advance(4 * SECOND);
  await kept;
  return ok(await easel.admin.get(canvas));
}
