import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blob, Blobs, Received } from '../../server/assets/blobs.ts';
import { fakeClock } from './clock.ts';

export interface BlobsUnderTest {
  /** The same bytes by another driver, as after a restart. */
  open(clock: { now(): number }): Promise<Blobs>;
  /** Names of all that it holds, half-done uploads included. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MOST = 1000;
const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const isUnwanted = async (): Promise<boolean> => false;

/** What every driver of asset bytes promises (`server/assets/blobs.ts`). */
export function blobsContract(name: string, begin: () => Promise<BlobsUnderTest>): void {
  describe(`the bytes of ${name}`, () => {
    const clock = fakeClock();
    let place: BlobsUnderTest;
    let blobs: Blobs;
    let before: readonly string[];
    beforeEach(async () => {
      place = await begin();
      blobs = await place.open(clock);
      before = await place.names();
    });
    afterEach(() => place.close());

    const receive = (...chunks: string[]): Promise<Received> => blobs.receive(sent(chunks), MOST);
    async function stored(text: string): Promise<string> {
      const received = await receive(text);
      await blobs.keep(received);
      await blobs.discard(received);
      return received.hash;
    }
    async function text(hash: string, from?: number, to?: number): Promise<string | undefined> {
      const stream = await blobs.read(hash, from, to);
      return stream && Buffer.concat(await stream.toArray()).toString();
    }
    async function all(): Promise<Blob[]> {
      const found: Blob[] = [];
      for await (const blob of blobs.all()) found.push(blob);
      return found;
    }
    const one = async (hash: string): Promise<Blob> => (await all()).find((blob) => blob.hash === hash)!;

    it('are named by their SHA-256 and read back as they came', async () => {
      const received = await receive('con', '', 'tents');
      expect(received).toMatchObject({ hash: hashOf('contents'), bytes: 8 });
      expect(await readFile(received.path, 'utf8')).toBe('contents');
      expect(await blobs.keep(received)).toEqual({ hash: received.hash, modified: clock.now() });
      await blobs.discard(received);
      await blobs.discard(received);
      expect([await text(received.hash), await blobs.size(received.hash)]).toEqual(['contents', 8]);
      expect(await readFile((await blobs.local(received.hash))!, 'utf8')).toBe('contents');
    });

    it('are read in parts, both ends included', async () => {
      const hash = await stored('0123456789');
      expect([await text(hash, 2, 4), await text(hash, 7), await text(hash, 9, 9)]).toEqual(['234', '789', '9']);
    });

    it('are the same however they are cut', async () => {
      const large = Buffer.alloc(3_000_000, 'abcdefg');
      for (const size of [1_000_003, 65_536, 997]) {
        const received = await blobs.receive(cut(large, size), large.length);
        expect(received).toMatchObject({ hash: hashOf(large), bytes: large.length });
        expect(hashOf(await readFile(received.path))).toBe(received.hash);
        await blobs.discard(received);
      }
    });

    it('are not there before they are kept, nor after they were discarded instead', async () => {
      const received = await receive('never kept');
      expect([await text(received.hash), await all()]).toEqual([undefined, []]);
      await blobs.discard(received);
      expect(await place.names()).toEqual(before);
    });

    it('of any length up to the limit are taken; more are refused with 413, and nothing stays', async () => {
      const exact = await receive('x'.repeat(MOST));
      expect(exact.bytes).toBe(MOST);
      await blobs.discard(exact);
      await expect(receive('x'.repeat(MOST - 1), 'xx')).rejects.toMatchObject({ status: 413, message: 'File is too large' });
      expect(await place.names()).toEqual(before);
    });

    it('of which the sender breaks off leave nothing behind', async () => {
      async function* broken() {
        yield Buffer.from('half');
        throw new Error('gone');
      }
      await expect(blobs.receive(broken(), MOST)).rejects.toThrow('gone');
      expect(await place.names()).toEqual(before);
    });

    it('are kept once, also at the same time, and keeping them again makes them new', async () => {
      const both = [await receive('twice'), await receive('twice')];
      await Promise.all(both.map((received) => blobs.keep(received)));
      for (const received of both) await blobs.discard(received);
      const [blob] = await all();
      expect(await place.names()).toEqual([...before, blob!.hash].sort());
      expect(blob!.modified).toBe(clock.now());
      clock.advance(5000);
      const again = await receive('twice');
      expect(await blobs.keep(again)).toBeUndefined();
      await blobs.discard(again);
      expect(await all()).toEqual([{ hash: blob!.hash, modified: clock.now() }]);
      expect(await place.names()).toEqual([...before, blob!.hash].sort());
    });

    it('are removed when nobody wants them', async () => {
      const hash = await stored('unwanted');
      const other = await stored('wanted');
      expect(await blobs.remove(await one(hash), isUnwanted)).toBe(true);
      expect([await text(hash), await blobs.size(hash), await blobs.local(hash)]).toEqual([undefined, undefined, undefined]);
      expect((await all()).map((blob) => blob.hash)).toEqual([other]);
      expect(await blobs.remove({ hash, modified: 0 }, isUnwanted)).toBe(false);
    });

    it('stay when somebody wants them after all, or the question fails', async () => {
      const hash = await stored('wanted');
      const blob = await one(hash);
      const seen: unknown[] = [];
      expect(await blobs.remove(blob, async () => seen.push(await text(hash)) > 0)).toBe(false);
      await expect(blobs.remove(blob, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
      expect([seen, await text(hash), await one(hash)]).toEqual([['wanted'], 'wanted', blob]);
    });

    it('that an upload claims are not removed', async () => {
      const hash = await stored('claimed');
      const blob = await one(hash);
      const received = await receive('claimed');
      await blobs.keep(received);
      expect(await blobs.remove(blob, isUnwanted)).toBe(false);
      await blobs.discard(received);
      expect(await blobs.remove(blob, isUnwanted)).toBe(true);
    });

    it('that were kept again after they were looked at are not removed, whenever that happens', async () => {
      const hash = await stored('in time');
      const blob = await one(hash);
      clock.advance(1000);
      await stored('in time');
      expect(await blobs.remove(blob, isUnwanted)).toBe(false);
      const during = async (): Promise<boolean> => {
        clock.advance(1000);
        await stored('in time');
        return false;
      };
      await blobs.remove(await one(hash), during);
      expect(await text(hash)).toBe('in time');
    });

    it('of uploads that a process left behind are told once, and only those', async () => {
      await stored('done');
      const received = await receive('kept');
      await blobs.keep(received);
      await receive('received');
      expect(await blobs.cutOff()).toEqual([]);
      const next = await place.open(clock);
      expect(await next.cutOff()).toEqual([{ hash: received.hash, modified: clock.now() }]);
      expect(await next.cutOff()).toEqual([]);
      expect(await place.names()).toEqual([...before, hashOf('done'), received.hash].sort());
      expect(await (await place.open(clock)).cutOff()).toEqual([]);
    });

    it('are nothing under a name that is no hash', async () => {
      for (const odd of ['', '..', '../incoming', 'A'.repeat(64), `${'a'.repeat(64)}/`, 'a'.repeat(64)]) {
        expect([await blobs.size(odd), await blobs.local(odd), await blobs.read(odd)]).toEqual([undefined, undefined, undefined]);
      }
    });
  });
}

async function* sent(chunks: readonly string[]): AsyncIterable<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* cut(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
