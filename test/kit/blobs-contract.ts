import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blob, Blobs, ReceivedBytes } from '../../server/assets/blobs.ts';
import { fakeClock } from './clock.ts';

/** Where a driver keeps its bytes. */
export interface BlobsPlace {
  /** Opens another driver on the same bytes, as after a restart. */
  open(clock: { now(): number }): Promise<Blobs>;
  /** Names of everything that it holds, including half-done uploads. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What every driver of asset bytes promises (`server/assets/blobs.ts`). */
export function blobsContract(name: string, begin: () => Promise<BlobsPlace>): void {
  describe(`the bytes of ${name}`, () => {
    const store = new StoreUnderTest();
    beforeEach(async () => store.begin(await begin()));
    afterEach(() => store.place.close());
    describe('that are received', () => receiving(store));
    describe('that are kept', () => keeping(store));
    describe('that are removed', () => removing(store));
  });
}

const MOST = 1000;
const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const isUnwanted = async (): Promise<boolean> => false;

class StoreUnderTest {
  readonly clock = fakeClock();
  place!: BlobsPlace;
  blobs!: Blobs;
  /** Names that exist without any bytes. */
  before: readonly string[] = [];

  async begin(place: BlobsPlace): Promise<void> {
    this.place = place;
    this.blobs = await place.open(this.clock);
    this.before = await place.names();
  }

  receive(...chunks: string[]): Promise<ReceivedBytes> {
    return this.blobs.receive(sent(chunks), MOST);
  }

  /** Keeps a text and returns its hash. */
  async kept(text: string): Promise<string> {
    const received = await this.receive(text);
    await this.blobs.keep(received);
    await this.blobs.discard(received);
    return received.hash;
  }

  async text(hash: string, from = 0, to?: number): Promise<string | undefined> {
    const bytes = await this.blobs.read(hash, from, to ?? (await this.blobs.size(hash))! - 1);
    let text = '';
    for await (const piece of bytes ?? []) text += Buffer.from(piece);
    return bytes && text;
  }

  async all(): Promise<Blob[]> {
    const found: Blob[] = [];
    for await (const blob of this.blobs.all()) found.push(blob);
    return found;
  }

  async one(hash: string): Promise<Blob> {
    return (await this.all()).find((blob) => blob.hash === hash)!;
  }
}

/** Receiving bytes: nothing is left of bytes that do not arrive completely. */
function receiving(store: StoreUnderTest): void {
  it('are the same in any chunks', async () => {
    const large = Buffer.alloc(3_000_000, 'abcdefg');
    for (const size of [1_000_003, 65_536, 997]) {
      const received = await store.blobs.receive(cut(large, size), large.length);
      expect(received).toMatchObject({ hash: hashOf(large), bytes: large.length });
      expect(hashOf(await readFile(received.path))).toBe(received.hash);
      await store.blobs.discard(received);
    }
  });

  it('are not there before they are kept, nor after they were discarded instead', async () => {
    const received = await store.receive('never kept');
    expect([await store.text(received.hash), await store.all()]).toEqual([undefined, []]);
    await store.blobs.discard(received);
    expect(await store.place.names()).toEqual(store.before);
  });

  it('of any length up to the limit are taken; more are refused with 413, and nothing stays', async () => {
    const exact = await store.receive('x'.repeat(MOST));
    expect(exact.bytes).toBe(MOST);
    await store.blobs.discard(exact);
    await expect(store.receive('x'.repeat(MOST - 1), 'xx')).rejects.toMatchObject({ status: 413, message: 'File is too large' });
    expect(await store.place.names()).toEqual(store.before);
  });

  it('leave nothing behind when the sender breaks off', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(store.blobs.receive(broken(), MOST)).rejects.toThrow('gone');
    expect(await store.place.names()).toEqual(store.before);
  });
}

/** Keeping bytes: whole or not at all, stored once, and read back. */
function keeping(store: StoreUnderTest): void {
  it('are named by their SHA-256 and read back as they came', async () => {
    const received = await store.receive('con', '', 'tents');
    expect(received).toMatchObject({ hash: hashOf('contents'), bytes: 8 });
    expect(await readFile(received.path, 'utf8')).toBe('contents');
    expect(await store.blobs.keep(received)).toEqual({ hash: received.hash, modified: store.clock.now() });
    await store.blobs.discard(received);
    await store.blobs.discard(received);
    expect([await store.text(received.hash), await store.blobs.size(received.hash)]).toEqual(['contents', 8]);
    expect(await readFile((await store.blobs.local(received.hash))!, 'utf8')).toBe('contents');
  });

  it('are read in parts, both ends included', async () => {
    const hash = await store.kept('0123456789');
    expect([await store.text(hash, 2, 4), await store.text(hash, 7), await store.text(hash, 9, 9)]).toEqual(['234', '789', '9']);
  });

  it('are kept once, also at the same time, and keeping them again makes them new', async () => {
    const both = [await store.receive('twice'), await store.receive('twice')];
    await Promise.all(both.map((received) => store.blobs.keep(received)));
    for (const received of both) await store.blobs.discard(received);
    const [blob] = await store.all();
    expect(await store.place.names()).toEqual([...store.before, blob!.hash].sort());
    expect(blob!.modified).toBe(store.clock.now());
    store.clock.advance(5000);
    const again = await store.receive('twice');
    expect(await store.blobs.keep(again)).toBeUndefined();
    await store.blobs.discard(again);
    expect(await store.all()).toEqual([{ hash: blob!.hash, modified: store.clock.now() }]);
    expect(await store.place.names()).toEqual([...store.before, blob!.hash].sort());
  });

  it('of uploads that an earlier process left behind are reported once, and no others', async () => {
    await store.kept('done');
    const received = await store.receive('kept');
    await store.blobs.keep(received);
    await store.receive('received');
    expect(await store.blobs.cutOff()).toEqual([]);
    const next = await store.place.open(store.clock);
    expect(await next.cutOff()).toEqual([{ hash: received.hash, modified: store.clock.now() }]);
    expect(await next.cutOff()).toEqual([]);
    expect(await store.place.names()).toEqual([...store.before, hashOf('done'), received.hash].sort());
    expect(await (await store.place.open(store.clock)).cutOff()).toEqual([]);
  });

  it('do not exist under a name that is not a hash', async () => {
    for (const odd of ['', '..', '../incoming', 'A'.repeat(64), `${'a'.repeat(64)}/`, 'a'.repeat(64)]) {
      expect([await store.blobs.size(odd), await store.blobs.local(odd), await store.blobs.read(odd, 0, 1)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
}

/** Removing bytes: nobody loses bytes that are still wanted. */
function removing(store: StoreUnderTest): void {
  it('are removed when nobody wants them', async () => {
    const hash = await store.kept('unwanted');
    const other = await store.kept('wanted');
    expect(await store.blobs.remove(await store.one(hash), isUnwanted)).toBe(true);
    expect([await store.text(hash), await store.blobs.size(hash), await store.blobs.local(hash)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await store.all()).map((blob) => blob.hash)).toEqual([other]);
    expect(await store.blobs.remove({ hash, modified: 0 }, isUnwanted)).toBe(false);
  });

  it('stay when somebody wants them after all, or the question fails', async () => {
    const hash = await store.kept('wanted');
    const blob = await store.one(hash);
    const seen: unknown[] = [];
    expect(await store.blobs.remove(blob, async () => seen.push(await store.text(hash)) > 0)).toBe(false);
    await expect(store.blobs.remove(blob, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect([seen, await store.text(hash), await store.one(hash)]).toEqual([['wanted'], 'wanted', blob]);
  });

  it('that an upload claims are not removed', async () => {
    const hash = await store.kept('claimed');
    const blob = await store.one(hash);
    const received = await store.receive('claimed');
    await store.blobs.keep(received);
    expect(await store.blobs.remove(blob, isUnwanted)).toBe(false);
    await store.blobs.discard(received);
    expect(await store.blobs.remove(blob, isUnwanted)).toBe(true);
  });

  it('that were kept again after they were looked at are not removed, whenever that happens', async () => {
    const hash = await store.kept('in time');
    const blob = await store.one(hash);
    store.clock.advance(1000);
    await store.kept('in time');
    expect(await store.blobs.remove(blob, isUnwanted)).toBe(false);
    const during = async (): Promise<boolean> => {
      store.clock.advance(1000);
      await store.kept('in time');
      return false;
    };
    await store.blobs.remove(await store.one(hash), during);
    expect(await store.text(hash)).toBe('in time');
  });
}

async function* sent(chunks: readonly string[]): AsyncIterable<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* cut(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
