import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { blobsContract } from '../../../test/kit/blobs-contract.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { endlessDisk } from '../../../test/kit/disk.ts';
import { FileReads } from '../file-bytes.ts';
import { openLocalBlobs } from './local.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'easel-blobs-'));
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

blobsContract('local files', async () => {
  const folder = await newFolder();
  return {
    open: (clock) => openLocalBlobs({ folder, clock, disk: endlessDisk, reads: new FileReads() }),
    names: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort();
    },
    close: () => remove(folder),
  };
});

let folder: string;
beforeEach(async () => {
  folder = await newFolder();
});
afterEach(() => remove(folder));

async function* text(value: string) {
  yield Buffer.from(value);
}

it('bytes that were set aside when the process ended are put back', async () => {
  const blobs = await openLocalBlobs({ folder, clock: fakeClock(), disk: endlessDisk, reads: new FileReads() });
  const received = await blobs.receive(text('set aside'), 100);
  await blobs.keep(received);
  await blobs.discard(received);
  const place = (await blobs.local(received.hash))!;
  await rename(place, join(folder, 'aside', received.hash));
  const again = await openLocalBlobs({ folder, clock: fakeClock(), disk: endlessDisk, reads: new FileReads() });
  expect([await again.local(received.hash), await readFile(place, 'utf8')]).toEqual([place, 'set aside']);
  expect(await readdir(join(folder, 'aside'))).toEqual([]);
});

it('a file that somebody truncated is replaced by the next upload of its bytes', async () => {
  const blobs = await openLocalBlobs({ folder, clock: fakeClock(), disk: endlessDisk, reads: new FileReads() });
  const received = await blobs.receive(text('whole'), 100);
  await blobs.keep(received);
  await blobs.discard(received);
  const place = (await blobs.local(received.hash))!;
  await writeFile(place, 'who');
  const again = await blobs.receive(text('whole'), 100);
  await blobs.keep(again);
  await blobs.discard(again);
  expect(await readFile(place, 'utf8')).toBe('whole');
});
