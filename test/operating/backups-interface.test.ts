import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { easel as command } from '../kit/command.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { narrowed } from '../kit/narrowed.ts';
import { namesIn } from './backed-up.ts';

const work = mkdtempSync(join(tmpdir(), 'easel-backups-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let folders = 0;
let place: string;
let easel: Easel;
beforeEach(async () => {
  place = join(work, String(++folders));
  easel = await startEasel({ env: { EASEL_BACKUP_URL: place, EASEL_BACKUP_EVERY_MINUTES: '0', EASEL_BACKUP_KEEP: '1h' } });
});
afterEach(() => easel.close());

/** Makes a backup, and resolves with its record when it is over. */
async function made(): Promise<Record<string, unknown>> {
  const { status, body } = await easel.admin.post('/backups');
  expect([status, body.status]).toEqual([200, 'running']);
  const stream = await easel.admin.watch(`/backups/${body.id}`);
  for (;;) {
    const record = (await stream.next()) as Record<string, unknown>;
    if (record.status === 'running') continue;
    stream.close();
    return record;
  }
}

describe('GET and POST /backups', () => {
  test('make a backup that restores, and tell of it when it begins and when it is done', async () => {
    const canvas = await easel.canvas(easel.admin, { name: 'Sprint wall' });
    await easel.admin.post(`${canvas}/notes`, { text: 'kept' });
    expect((await easel.admin.get('/backups')).body).toEqual([]);
    const record = await made();
    expect(record).toMatchObject({ status: 'done', missing: 0, msg: '', state: 'normal' });
    expect(record.records).toBeGreaterThan(3);
    expect((await easel.admin.get('/backups')).body).toEqual([record]);
    expect((await easel.admin.get(`/backups/${record.id}`)).body).toEqual(record);
    const folder = join(work, `restored-${folders}`);
    const { code } = await command(`restore ${place} --backup ${record.id}`, { EASEL_DATA_DIR: folder });
    expect(code).toBe(0);
    const other = await startEasel({ folder });
    expect((await other.admin.get(`${canvas}/notes`)).body).toMatchObject([{ text: 'kept' }]);
    expect((await other.admin.get('/backups')).body).toEqual([]);
    await other.close();
    expect(easel.audit().filter(({ target_type }) => target_type === 'backup')).toMatchObject([
      { action: 'Backup started', target_id: record.id, author_id: easel.admin.id },
    ]);
  });

  test('show what others made and what the rule removed, also after a restart', async () => {
    await command(`backup now --to ${place} --id 20261123T021500Z-0001`, { EASEL_DATA_DIR: easel.folder });
    const stream = await easel.admin.watch('/backups');
    expect(await stream.next()).toEqual([]);
    easel.clock.advance(3_600_000);
    expect(await stream.next()).toMatchObject([{ id: '20261123T021500Z-0001', status: 'done' }]);
    const { id } = await made();
    const seen: unknown[] = [];
    while (!JSON.stringify(seen).includes('"state":"deleted"')) seen.push(await stream.next());
    stream.close();
    expect((await easel.admin.get('/backups')).body).toMatchObject([{ id, status: 'done' }]);
    await easel.restart();
    const after = await easel.admin.watch('/backups');
    expect(await after.next()).toEqual([]);
    easel.clock.advance(10_000);
    expect(await after.next()).toMatchObject([{ id, status: 'done' }]);
    after.close();
  });

  test('tell why one failed, and the next one is made', async () => {
    mkdirSync(place);
    writeFileSync(join(place, 'photo.jpg'), '');
    const msg = `${place} holds something else (photo.jpg): name an empty folder for backups`;
    expect(await made()).toMatchObject({ status: 'failed', at: null, msg });
    expect(easel.errors.splice(0)).toEqual([['a backup could not be made', { msg }]]);
    rmSync(join(place, 'photo.jpg'));
    expect(await made()).toMatchObject({ status: 'done' });
    expect((await easel.admin.get('/backups')).body.map(({ status }: { status: string }) => status)).toEqual(['failed', 'done']);
    expect(easel.audit().filter(({ action }) => action === 'Backup failed')).toMatchObject([{ author_id: null }]);
  });

  test('make one at a time', async () => {
    const begun = await easel.admin.post('/backups');
    const stream = await easel.admin.watch(`/backups/${begun.body.id}`);
    await easel.unchanged(async () => {
      expect(await easel.admin.post('/backups')).toMatchObject({ status: 409, body: { msg: 'A backup is being made' } });
    });
    while (((await stream.next()) as { status: string }).status === 'running');
    stream.close();
    expect(namesIn(place, 'backups')).toHaveLength(1);
  });

  test('are for administrators, with a token that has the scope admin', async () => {
    const { id } = await made();
    const ann = await easel.user({ name: 'ann' });
    const reader = await narrowed(easel, easel.admin, { scopes: ['read', 'write', 'control'] });
    const administering = await narrowed(easel, easel.admin, { scopes: ['admin'] });
    for (const [path, method] of [
      ['/backups', 'GET'],
      [`/backups/${id}`, 'GET'],
      ['/backups', 'POST'],
    ] as const)
      await easel.unchanged(async () => {
        for (const [who, status] of [
          [easel.anonymous, 401],
          [ann, 403],
          [reader, 403],
        ] as const)
          expect([method, path, (await who.request(method, path)).status]).toEqual([method, path, status]);
      });
    expect(readdirSync(join(place, 'backups'))).toEqual([`${id}.json`]);
    expect((await administering.get('/backups')).body).toHaveLength(1);
    expect(await easel.admin.get('/backups/20261123T021500Z-ffff')).toMatchObject({
      status: 404,
      body: { msg: 'Backup 20261123T021500Z-ffff not found' },
    });
  });

  test('end the stream of somebody who is no administrator any more', async () => {
    const boss = await easel.user({ name: 'boss', admin: true });
    const stream = await boss.watch('/backups');
    await stream.next();
    await easel.admin.patch(`/users/${boss.id}`, { admin: false });
    await easel.endOf(stream);
  });
});

test('without a place a backup is refused, and none is in the list', async () => {
  const other = await startEasel();
  await other.unchanged(async () => {
    expect(await other.admin.post('/backups')).toMatchObject({ status: 400, body: { msg: 'No place for backups is set' } });
  });
  expect((await other.admin.get('/backups')).body).toEqual([]);
  await other.close();
});
