import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import { endlessDisk } from '../../test/kit/disk.ts';
import { openLocalBlobs } from './blobs/local.ts';
import type { Blobs, Received } from './blobs.ts';
import { FileReads } from './file-bytes.ts';
import { type Sweep, startSweep } from './sweep.ts';

const HOUR = 3_600_000;

let folder: string;
let clock: FakeClock;
let blobs: Blobs;
let sweep: Sweep | undefined;
/** Hashes that records have. */
let rows: Set<string>;
let failures: unknown[];
/** What was said to be removed, look by look. */
let told: (readonly string[])[];
/** Runs before each question about rows. */
let meanwhile: () => void;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-sweep-'));
  clock = fakeClock();
  blobs = await openLocalBlobs({ folder, clock, disk: endlessDisk, reads: new FileReads() });
  rows = new Set();
  failures = [];
  told = [];
  meanwhile = () => undefined;
});
afterEach(async () => {
  await sweep?.close();
  await rm(folder, { recursive: true, force: true });
});

function start(): void {
  const referred = async (hashes: readonly string[]): Promise<ReadonlySet<string>> => {
    meanwhile();
    return new Set(hashes.filter((hash) => rows.has(hash)));
  };
  const onRemoved = (hashes: readonly string[]): void => void told.push(hashes);
  sweep = startSweep({ blobs, referred, clock, onRemoved, onFailure: (cause) => failures.push(cause) });
}

async function receive(text: string): Promise<Received> {
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
/** Lets an hour go by and waits for its look. */
async function hour(): Promise<void> {
  clock.advance(HOUR);
  await sweep!.look();
}

describe('bytes', () => {
  it('to which nothing refers are removed after an hour, and those of a record stay', async () => {
    const [free, held] = [await keep('free'), await keep('held')];
    rows.add(held);
    start();
    await sweep!.look();
    expect(await isThere(free)).toBe(true);
    await hour();
    expect(await isThere(free)).toBe(true);
    await hour();
    expect([await isThere(free), await isThere(held)]).toEqual([false, true]);
  });

  it('whose last record goes are kept for another hour, however old they are', async () => {
    const hash = await keep('released');
    rows.add(hash);
    start();
    for (let round = 0; round < 3; round++) await hour();
    rows.delete(hash);
    clock.advance(HOUR - 1);
    await sweep!.look();
    expect(await isThere(hash)).toBe(true);
    await hour();
    await hour();
    expect(await isThere(hash)).toBe(false);
  });

  it('that are uploaded again in the meantime stay', async () => {
    const hash = await keep('again');
    start();
    await hour();
    await keep('again');
    clock.advance(HOUR / 2);
    await sweep!.look();
    expect(await isThere(hash)).toBe(true);
  });

  it('of an upload that is under way stay as long as it lasts', async () => {
    const received = await receive('slow');
    await blobs.keep(received);
    start();
    for (let round = 0; round < 4; round++) await hour();
    expect(await isThere(received.hash)).toBe(true);
    await blobs.discard(received);
  });

  it('that a record comes to have at the last moment stay', async () => {
    const hash = await keep('cloned');
    start();
    await hour();
    let questions = 0;
    meanwhile = () => {
      if (++questions === 2) rows.add(hash);
    };
    await hour();
    expect(questions).toBeGreaterThanOrEqual(2);
    expect(await isThere(hash)).toBe(true);
  });

  it('of which a process was cut off in the middle of the upload are removed by the next one', async () => {
    const received = await receive('cut off');
    await blobs.keep(received);
    const owned = await receive('with its record');
    await blobs.keep(owned);
    rows.add(owned.hash);
    blobs = await openLocalBlobs({ folder, clock, disk: endlessDisk, reads: new FileReads() });
    start();
    await sweep!.look();
    expect([await isThere(received.hash), await isThere(owned.hash)]).toEqual([false, true]);
  });
});

describe('a look', () => {
  it('that fails is told, and removes nothing; the next one goes on', async () => {
    const hash = await keep('free');
    start();
    await hour();
    meanwhile = () => {
      throw new Error('no database');
    };
    await hour();
    expect([String(failures[0]), await isThere(hash)]).toEqual(['Error: no database', true]);
    meanwhile = () => undefined;
    await hour();
    await hour();
    expect(await isThere(hash)).toBe(false);
  });

  it('tells what it has removed, also when it fails in the middle, and nothing when there was nothing', async () => {
    const hashes = [await keep('one'), await keep('two')];
    start();
    await hour();
    expect(told).toEqual([]);
    const remove = blobs.remove;
    let first = true;
    blobs.remove = (...blob) => {
      if (!first) throw new Error('no disk');
      first = false;
      return remove.apply(blobs, blob);
    };
    await hour();
    expect([told, String(failures[0])]).toEqual([[[expect.stringMatching(hashes.join('|'))]], 'Error: no disk']);
  });

  it('does not begin after the end', async () => {
    const hash = await keep('free');
    start();
    await hour();
    await sweep!.close();
    await hour();
    await hour();
    expect([await isThere(hash), clock.waiting]).toEqual([true, 0]);
  });
});
