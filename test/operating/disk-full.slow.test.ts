import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { form } from '../kit/files.ts';
import { type ServerProcess, withFolder } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const mounted = canMount();
if (!mounted) console.log('SKIPPED, 2 tests: a full disk, because this account may not mount a small file system');

test.skipIf(!mounted)(
  'on a full disk writes are 503 and change nothing, reads go on, and with room again writes work and all is there',
  () =>
    withDisk(8, async (disk) =>
      withFolder(async (folder) => {
        // Without a reserve, the disk can be filled to the last byte
        const env = { EASEL_DATA_DIR: join(disk, 'data'), EASEL_DISK_RESERVE_BYTES: '0' };
        const server = await folder.start({ env });
        const admin = await server.admin();
        const notes = `/canvases/${(await admin.post('/canvases')).body.id}/notes`;
        const stream = await admin.watch(`${notes}?changes=1`);
        await stream.next();
        const kept = new Map<string, string>();
        const create = async (title: string): Promise<Answer> => {
          const answer = await admin.post(notes, { title, text: 'x'.repeat(2000) });
          if (answer.status === 200) kept.set(answer.body.id, answer.text);
          return answer;
        };
        const expectKept = async (): Promise<void> => {
          const list = (await admin.get(notes)).body as { id: string }[];
          expect(list.map((one) => JSON.stringify(one)).sort()).toEqual([...kept.values()].sort());
        };
        for (let at = 0; at < 50; at++) expect((await create(`before ${at}`)).status).toBe(200);

        fillUp(disk);
        let refused = 0;
        for (let at = 0; at < 3000 && refused < 20; at++) {
          const { status, body } = await create(`full ${at}`);
          if (status === 200) continue;
          expect([status, body]).toEqual([503, { msg: 'The disk of the server is full; nothing was changed' }]);
          refused++;
        }
        expect(refused).toBe(20);
        const some = [...kept.keys()];
        const others = await Promise.all(
          some.slice(0, 20).map((id) => admin.patch(`${notes}/${id}`, { text: 'y'.repeat(9000) })),
        );
        for (const [at, { status, text }] of others.entries()) if (status === 200) kept.set(some[at]!, text);
        expect(others.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
        await expectKept();
        expect((await admin.get('/users')).status).toBe(200);

        rmSync(join(disk, 'ballast'));
        expect((await create('after')).status).toBe(200);
        await expectKept();
        expect(await shownBy(stream, 'after')).toEqual([...kept.values()].map((text) => JSON.parse(text).id).sort());
        await server.end('SIGKILL');
        const next: ServerProcess = await folder.start({ env });
        const after = (await (await next.admin()).get(notes)).body as { id: string }[];
        expect(after.map((one) => JSON.stringify(one)).sort()).toEqual([...kept.values()].sort());
      }),
    ),
  60_000,
);

test.skipIf(!mounted)(
  'files leave a reserve of the disk to the database: uploads are 503, and people are signed out and blocked, things deleted',
  () =>
    withDisk(64, async (disk) =>
      withFolder(async (folder) => {
        const env = { EASEL_DATA_DIR: join(disk, 'data'), EASEL_PREVIEWS: '0' };
        const server = await folder.start({ env });
        const admin = await server.admin();
        const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
        const { id } = (await admin.post('/users', { email: 'bob@corp.example', name: 'Bob', password: 'long-enough' })).body;
        const login = { email: 'bob@corp.example', password: 'long-enough' };
        const bob = await server.caller((await admin.post('/users/login', login)).body.token);
        const upload = async (): Promise<Answer> => {
          return admin.post(`${canvas}/uploads-folder`, ...form({ data: randomBytes(4 * 2 ** 20), filename: 'some.bin' }));
        };
        const uploads: Answer[] = [];
        while (uploads.length < 20 && uploads.at(-1)?.status !== 503) uploads.push(await upload());
        expect(uploads.at(-1)!.body).toEqual({ msg: 'The disk of the server is nearly full, so it takes no files' });
        expect(uploads.length, 'of 4 MiB on 64').toBeGreaterThan(10);
        const note = (await admin.post(`${canvas}/notes`, { text: 'the reserve is for the database' })).body;
        expect(note.id).toBeDefined();

        fillUp(disk, 600_000);
        const grow = (): Promise<Answer> => admin.post(`${canvas}/notes`, { text: 'more' });
        // Slowly: the server checks the disk once a second, and each attempt takes some of the remaining space
        await until(async () => (await grow()).body.msg === 'The disk of the server is full; deleting still works', 50);
        const done = [
          await admin.patch(`${canvas}/notes/${note.id}`, { text: '' }),
          await bob.post('/users/logout'),
          await admin.post(`/users/${id}/block`),
          await admin.delete(`${canvas}/notes/${note.id}`),
          await admin.post('/users/login', { email: 'admin@corp.example', password: 'admin-password' }),
        ];
        expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        expect((await bob.get('/users')).status).toBe(401);
        expect((await admin.post('/users/login', login)).body).toEqual({ msg: 'User is blocked' });
        await server.end('SIGKILL');
        const next = await (await folder.start({ env })).admin();
        expect((await next.get(`/users/${id}`)).body.blocked).toBe(true);
        expect((await next.get(`${canvas}/notes`)).body.map((one: { id: string }) => one.id)).not.toContain(note.id);
        expect((await next.delete(canvas)).status).toBe(200);
      }),
    ),
  60_000,
);

/** Ids of everything that a stream showed, up to the note with this title. */
async function shownBy(stream: { next(): Promise<{ id: string; title: string }[]> }, title: string): Promise<string[]> {
  const ids = new Set<string>();
  for (;;) {
    const message = await stream.next();
    for (const { id } of message) ids.add(id);
    if (message.some((one) => one.title === title)) return [...ids].sort();
  }
}

/** Fills the disk until no more fits than this. */
function fillUp(disk: string, left = 0): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - left));
}

function canMount(): boolean {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'easel-disk-'));
    try {
      mount(folder, 1);
      execFileSync('umount', [folder], { stdio: 'ignore' });
      return true;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}

/** A file system of this many megabytes, removed afterwards. */
async function withDisk<T>(size: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-disk-'));
  mount(folder, size);
  // Runs after the cleanup of folders that the work registers later, so the servers on it have ended by then
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return work(folder);
}

function mount(folder: string, size: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], { stdio: 'ignore' });
}
