import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { namesIn } from '../../test/operating/backed-up.ts';
import { Repository } from './repository.ts';
import { watchRoom } from './room.ts';

const work = mkdtempSync(join(tmpdir(), 'easel-room-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('a backup on the disk of the data folder leaves the reserve alone, and nothing of what did not fit', async () => {
  const repository = Repository.openOrMake(join(work, 'place'), 'a-server', '2026-11-23T14:00:00.000Z');
  const room = async () => ({ free: 1_000_500, all: 100_000_000 });
  const { require, close } = await watchRoom(repository.path, { folder: work, reserve: 1_000_000, room });
  repository.requireRoom = require;
  await repository.add('this fits');
  const before = namesIn(repository.path, '.');
  await expect(repository.add(Array.from({ length: 999 }, (_, at) => at * at).join())).rejects.toThrow(
    'the disk is nearly full: 1.0 MB are free, and the last 1.0 MB are for the server (EASEL_DISK_RESERVE_BYTES)',
  );
  expect(namesIn(repository.path, '.')).toEqual(before);
  close();
});

test('a file system that does not tell its size counts as never full', async () => {
  const room = async () => ({ free: 0, all: 0 });
  const { require, close } = await watchRoom(work, { folder: work, reserve: 1_000_000, room });
  expect(() => require(10 ** 12)).not.toThrow();
  close();
});
