import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from './kit/client.ts';
import { type ServerProcess, withFolder } from './kit/server-process.ts';

const mounted = canMount();
if (!mounted) console.log('SKIPPED, 1 test: a full disk, because this account may not mount a small file system');

test.skipIf(!mounted)(
  'on a full disk writes are 500 and change nothing, reads go on, and with room again writes work and all is there',
  () =>
    withDisk(8, async (disk) =>
      withFolder(async (folder) => {
        const env = { EASEL_DATA_DIR: join(disk, 'data') };
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
          expect([status, body]).toEqual([500, { msg: 'Internal server error' }]);
          refused++;
        }
        expect(refused).toBe(20);
        const some = [...kept.keys()];
        const others = await Promise.all(
          some.slice(0, 20).map((id) => admin.patch(`${notes}/${id}`, { text: 'y'.repeat(9000) })),
        );
        for (const [at, { status, text }] of others.entries()) if (status === 200) kept.set(some[at]!, text);
        expect(others.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
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

/** Ids of everything that a stream showed, up to the note with this title. */
async function shownBy(stream: { next(): Promise<{ id: string; title: string }[]> }, title: string): Promise<string[]> {
  const ids = new Set<string>();
  for (;;) {
    const message = await stream.next();
    for (const { id } of message) ids.add(id);
    if (message.some((one) => one.title === title)) return [...ids].sort();
  }
}

/** Until nothing fits. */
function fillUp(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
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

/** A file system of so many megabytes, gone afterwards. */
async function withDisk<T>(size: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-disk-'));
  mount(folder, size);
  // Runs after the folders that the work registers later: the servers on it are gone by then
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return work(folder);
}

function mount(folder: string, size: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], { stdio: 'ignore' });
}
