import { expect, test } from 'vitest';
import { fakeClock } from '../test/kit/clock.ts';
import { type DiskRoom, watchDisk } from './disk.ts';

const MiB = 1024 ** 2;
const outcome = (work: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'taken',
      (refusal) => `${refusal.status} ${refusal.message}`,
    );

test('of a large disk the reserve is as it is set, of a small one a twentieth; content may use most of it', async () => {
  const clock = fakeClock();
  let room: DiskRoom = { free: 0, all: 100_000 * MiB };
  const disk = await watchDisk({ folder: '.', reserve: 256 * MiB, clock, room: async () => room });
  const at = async (free: number, all: number): Promise<[files: string, content: string]> => {
    room = { free: free * MiB, all: all * MiB };
    return [await outcome(() => disk.refuseFiles()), await outcome(() => disk.refuseContent())];
  };
  const noFiles = '503 The disk of the server is nearly full, so it takes no files';
  const noContent = '503 The disk of the server is full; deleting still works';
  expect(await at(265, 100_000)).toEqual(['taken', 'taken']);
  expect(await at(263, 100_000)).toEqual([noFiles, 'taken']);
  expect(await at(65, 100_000)).toEqual([noFiles, 'taken']);
  expect(await at(63, 100_000)).toEqual([noFiles, noContent]);
  expect(await at(7, 60)).toEqual(['taken', 'taken']);
  expect(await at(5, 60)).toEqual([noFiles, 'taken']);
  expect(await at(0, 60)).toEqual([noFiles, noContent]);
  disk.close();
});

test('content is judged by what a look of every second saw; a file system that does not tell is never full', async () => {
  const clock = fakeClock();
  let room: () => Promise<DiskRoom> = async () => ({ free: 9000 * MiB, all: 9000 * MiB });
  const disk = await watchDisk({ folder: '.', reserve: MiB, clock, room: () => room() });
  room = async () => ({ free: 0, all: 9000 * MiB });
  expect(await outcome(() => disk.refuseContent())).toBe('taken');
  clock.advance(1000);
  await settled();
  expect(await outcome(() => disk.refuseContent())).toContain('503');
  room = () => Promise.reject(new Error('not here'));
  expect(await outcome(() => disk.refuseFiles())).toBe('taken');
  expect(await outcome(() => disk.refuseContent())).toBe('taken');
  disk.close();
});

test('a disk that does not answer is asked once, however long that takes', async () => {
  const clock = fakeClock();
  const waiting: ((room: DiskRoom) => void)[] = [];
  let asked = 0;
  const room = (): Promise<DiskRoom> => {
    asked += 1;
    return asked === 1 ? Promise.resolve({ free: 0, all: 9000 * MiB }) : new Promise((resolve) => waiting.push(resolve));
  };
  const disk = await watchDisk({ folder: '.', reserve: MiB, clock, room });
  clock.advance(3_600_000);
  expect(waiting).toHaveLength(1);
  waiting[0]!({ free: 9000 * MiB, all: 9000 * MiB });
  await settled();
  expect(await outcome(() => disk.refuseContent())).toBe('taken');
  clock.advance(1000);
  expect(waiting).toHaveLength(2);
  disk.close();
});

/** What was promised has come. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
