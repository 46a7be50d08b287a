import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Gathered } from './gathered.ts';

describe('gathered bytes', () => {
  it('are the chunks one after the other, which stay as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        const copies = chunks.map((chunk) => Buffer.from(chunk));
        const gathered = new Gathered(10_000);
        for (const chunk of chunks) gathered.add(chunk);
        expect(gathered.bytes.equals(Buffer.concat(copies))).toBe(true);
        expect(chunks.map((chunk) => Buffer.from(chunk))).toEqual(copies);
      }),
    );
  });

  it('may be as many as allowed, and no more', () => {
    const gathered = new Gathered(5);
    for (let at = 0; at < 5; at++) gathered.add(Buffer.from('x'));
    expect(() => gathered.add(Buffer.from('y'))).toThrow('Request body is too large');
    expect(gathered.bytes.toString()).toBe('xxxxx');
  });

  it('cost little more than themselves, however small their chunks', () => {
    const gathered = new Gathered(16 * 1024 * 1024);
    const chunk = Buffer.from('x');
    for (let at = 0; at < 500_000; at++) gathered.add(chunk);
    expect(gathered.bytes.buffer.byteLength).toBeLessThan(2 * 500_000);
  });
});
