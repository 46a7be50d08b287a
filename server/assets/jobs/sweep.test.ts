import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts';
import { endlessDisk } from '../../../test/kit/disk.ts';
import { openLocalBlobs } from '../blobs/local.ts';
import type { Blobs, ReceivedBytes } from '../blobs.ts';
import { FileReads } from '../file-bytes.ts';
import { createSweep } from './sweep.ts';

const HOUR = 3_600_000;

let folder: string;
let clock: FakeClock;
let blobs: Blobs;
let look: () => Promise<void>;
/** Hashes that records refer to. */
let rows: Set<string>;
/** What each look reported as removed. */
let told: (readonly string[])[];
/** Runs before each query for records. */
let meanwhile: () => void;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-sweep-'));
  clock = fakeClock();
  blobs = await openLocalBlobs({ folder, clock, disk: endlessDisk, reads: new FileReads() });
  rows = new Set();
  told = [];
  meanwhile = () => undefined;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(): Promise<void> {
  const wanted = async (hashes: readonly string[]): Promise<ReadonlySet<string>> => {
    meanwhile();
    return new Set(hashes.filter((hash) => rows.has(hash)));
  };
  const onRemoved = (hashes: readonly string[]): void => void told.push(hashes);
  const sweep = createSweep({ blobs, wanted, clock, onRemoved });
  look = () => sweep(() => false);
  await look();
}

async function receive(text: string): Promise<ReceivedBytes> {
  return blobs.receive(
    (async function* () {
      yield Buffer.from(text);
    })(),
    1000,
  );
}
async function keep(text: string): Promise<string> {
  const received = await receive(text);
  await blobs.keep(received);
  await blobs.discard(received);
  return received.hash;
}
const isThere = async (hash: string): Promise<boolean> => (await blobs.size(hash)) !== undefined;
/** Lets an hour pass, and looks. */
async function hour(): Promise<void> {
  clock.advance(HOUR);
  await look();
}

describe('bytes', () => {
  it('to which nothing refers are removed after an hour, and those of a record stay', async () => {
    const [free, held] = [await keep('free'), await keep('held')];
    rows.add(held);
    await start();
    expect(await isThere(free)).toBe(true);
    await hour();
    expect(await isThere(free)).toBe(true);
    await hour();
    expect([await isThere(free), await isThere(held)]).toEqual([false, true]);
  });

  it('whose last record goes are kept for another hour, however old they are', async () => {
    const hash = await keep('released');
    rows.add(hash);
    await start();
    for (let round = 0; round < 3; round++) await hour();
    rows.delete(hash);
    clock.advance(HOUR - 1);
    await look();
    expect(await isThere(hash)).toBe(true);
    await hour();
    await hour();
    expect(await isThere(hash)).toBe(false);
  });

  it('that are uploaded again in the meantime stay', async () => {
    const hash = await keep('again');
    await start();
    await hour();
    await keep('again');
    clock.advance(HOUR / 2);
    await look();
    expect(await isThere(hash)).toBe(true);
  });

  it('of an upload that is under way stay as long as it lasts', async () => {
    const received = await receive('slow');
    await blobs.keep(received);
    await start();
    for (let round = 0; round < 4; round++) await hour();
    expect(await isThere(received.hash)).toBe(true);
    await blobs.discard(received);
  });

  it('that a record refers to at the last moment stay', async () => {
    const hash = await keep('cloned');
    await start();
    await hour();
    let questions = 0;
    meanwhile = () => {
      if (++questions === 2) rows.add(hash);
    };
    await hour();
    expect(questions).toBeGreaterThanOrEqual(2);
    expect(await isThere(hash)).toBe(true);
  });

  it('whose upload was cut off when its process ended are removed by the next process', async () => {
    const received = await receive('cut off');
    await blobs.keep(received);
    const owned = await receive('with its record');
    await blobs.keep(owned);
    rows.add(owned.hash);
    blobs = await openLocalBlobs({ folder, clock, disk: endlessDisk, reads: new FileReads() });
    await start();
    expect([await isThere(received.hash), await isThere(owned.hash)]).toEqual([false, true]);
  });
});

describe('a look', () => {
  it('that fails removes nothing, and the next one goes on', async () => {
    const hash = await keep('free');
    await start();
    await hour();
    meanwhile = () => {
      throw new Error('no database');
    };
    await expect(hour()).rejects.toThrow('no database');
    expect(await isThere(hash)).toBe(true);
    meanwhile = () => undefined;
    await hour();
    await hour();
    expect(await isThere(hash)).toBe(false);
  });

  it('reports what it has removed, even when it fails in the middle, and nothing when there was nothing', async () => {
    const hashes = [await keep('one'), await keep('two')];
    await start();
    await hour();
    expect(told).toEqual([]);
    const remove = blobs.remove;
    let first = true;
    blobs.remove = (...blob) => {
      if (!first) throw new Error('no disk');
      first = false;
      return remove.apply(blobs, blob);
    };
    await expect(hour()).rejects.toThrow('no disk');
    expect(told).toEqual([[expect.stringMatching(hashes.join('|'))]]);
  });

  it('stops where it is when the server closes', async () => {
    const hash = await keep('free');
    const sweep = createSweep({ blobs, wanted: async () => new Set(), clock, onRemoved: () => undefined });
    for (let round = 0; round < 3; round++) {
      await sweep(() => round > 0);
      clock.advance(HOUR);
    }
    expect(await isThere(hash)).toBe(true);
  });
});
