import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { atOnce } from '../../scheduler.ts';
import { Quota } from '../bounds/quota.ts';
import { BodyBuffer } from './gathered.ts';

const free = { take: () => undefined };

describe('gathered bytes', () => {
  it('are the chunks one after the other, which stay as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        const copies = chunks.map((chunk) => Buffer.from(chunk));
        const gathered = new BodyBuffer({ most: 10_000 }, free);
        for (const chunk of chunks) gathered.add(chunk);
        expect(atOnce(gathered.whole()).equals(Buffer.concat(copies))).toBe(true);
        expect(chunks.map((chunk) => Buffer.from(chunk))).toEqual(copies);
      }),
    );
  });

  it('may be as many as allowed, and no more', () => {
    const gathered = new BodyBuffer({ most: 5 }, free);
    for (let at = 0; at < 5; at++) gathered.add(Buffer.from('x'));
    expect(() => gathered.add(Buffer.from('y'))).toThrow('Request body is too large');
    expect(atOnce(gathered.whole()).toString()).toBe('xxxxx');
  });

  it('cost little more than themselves, however small their chunks', () => {
    const share = new Quota({ all: 16_000_000, each: () => 16_000_000 });
    const gathered = new BodyBuffer({ most: 16 * 1024 * 1024 }, share.share('ann'));
    const chunk = Buffer.from('x');
    const allocated = vi.spyOn(Buffer, 'allocUnsafe');
    for (let at = 0; at < 500_000; at++) gathered.add(chunk);
    const sizes = allocated.mock.calls.map(([size]) => size);
    allocated.mockRestore();
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(2 * 500_000);
    expect(sizes.length).toBeLessThan(25);
    expect(share.taken).toBeLessThan(2 * 500_000);
    expect(atOnce(gathered.whole()).equals(Buffer.alloc(500_000, 'x'))).toBe(true);
  });

  it('are copied a mebibyte at a time at the most, however many came', () => {
    const gathered = new BodyBuffer({ most: 16 * 1024 * 1024 }, free);
    const copied: number[] = [];
    const set = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (this: Uint8Array, part) {
      copied.push(part.length);
      this.fill(part[0]!, 0, 1);
    });
    for (let at = 0; at < 256; at++) gathered.add(Buffer.alloc(65_536));
    const whole = gathered.whole();
    while (!whole.next().done) expect(copied.length).toBeGreaterThan(0);
    set.mockRestore();
    expect(Math.max(...copied)).toBe(1024 * 1024);
  });

  it('are taken from the share before they are held, and no more than twice what came', () => {
    const share = new Quota({ all: 5000, each: () => 5000 });
    const gathered = new BodyBuffer({ most: 1_000_000, announced: 900_000 }, share.share('ann'));
    let came = 0;
    const add = (): void => {
      gathered.add(Buffer.alloc(7));
      came += 7;
      expect(share.taken).toBeGreaterThanOrEqual(came);
      expect(share.taken).toBeLessThanOrEqual(2 * came);
    };
    const all = (): void => {
      for (;;) add();
    };
    expect(all).toThrow('Too many requests');
  });

  it('that come in one chunk as announced take nothing from the share, and in several chunks no more than was announced', () => {
    const share = new Quota({ all: 100, each: () => 100 });
    new BodyBuffer({ most: 1000, announced: 200 }, share.share('ann')).add(Buffer.alloc(200));
    expect(share.taken).toBe(0);
    const gathered = new BodyBuffer({ most: 1000, announced: 60 }, share.share('ann'));
    gathered.add(Buffer.alloc(40));
    gathered.add(Buffer.alloc(20));
    expect(share.taken).toBe(60);
  });
});
