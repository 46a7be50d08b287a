import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileAnswer } from '../routing/route.ts';
import { disposition } from './disposition.ts';
import { fileHead } from './file-head.ts';

const file: FileAnswer['file'] = {
  type: 'image/png',
  bytes: 10,
  name: 'a.png',
  disposition: 'attachment',
  read: async () => undefined,
};
const part = (range: string | undefined, more = {}) => {
  const { status, from, to } = fileHead(file, { range, ...more });
  return [status, from, to];
};

describe('the part of a file that is sent', () => {
  it.each([
    [undefined, 200, 0, 9],
    ['bytes=0-3', 206, 0, 3],
    ['bytes=4-', 206, 4, 9],
    ['bytes=-3', 206, 7, 9],
    ['bytes=-30', 206, 0, 9],
    ['bytes=0-99999999999999999999', 206, 0, 9],
    ['bytes=9-9', 206, 9, 9],
    ['BYTES=1-2', 206, 1, 2],
    ['bytes=3-1', 200, 0, 9],
    ['bytes=0-1,3-4', 200, 0, 9],
    ['bytes=-', 200, 0, 9],
    ['bytes=a-b', 200, 0, 9],
    ['lines=0-1', 200, 0, 9],
  ])('%s', (range, ...expected) => expect(part(range)).toEqual(expected));

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])('%s is refused', (range) => {
    expect(() => part(range)).toThrow(expect.objectContaining({ status: 416 }));
  });

  it('is the whole file when the range is for another state, which it always is of a file without a tag', () => {
    expect(part('bytes=0-3', { 'if-range': '"tag"' })).toEqual([200, 0, 9]);
    expect(fileHead({ ...file, tag: 'other' }, { range: 'bytes=0-3', 'if-range': '"tag"' }).status).toBe(200);
    expect(fileHead({ ...file, tag: 'tag' }, { range: 'bytes=0-3', 'if-range': '"tag"' })).toMatchObject({ status: 206, to: 3 });
  });

  it('is nothing when the caller has the bytes of this tag', () => {
    const tagged = { ...file, tag: 'abc', cache: 'private' };
    const known = { status: 304, headers: ['ETag', '"abc"', 'Cache-Control', 'private'], from: 0, to: -1 };
    expect(fileHead(tagged, { 'if-none-match': '"x", "abc"', range: 'bytes=0-3' })).toEqual(known);
    expect(fileHead(tagged, { 'if-none-match': '"x"' })).toMatchObject({ status: 200 });
    expect(fileHead(tagged, {}).headers.join(' ')).toContain('ETag "abc"');
    expect(fileHead(file, { 'if-none-match': '*' }), 'a file without a tag').toMatchObject({ status: 200 });
  });

  it('is named in the headers', () => {
    const { headers } = fileHead(file, { range: 'bytes=2-5' });
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
    expect(Object.fromEntries(pairs)).toEqual({
      'Content-Type': 'image/png',
      'Content-Disposition': 'attachment; filename="a.png"',
      'Content-Length': '4',
      'Content-Range': 'bytes 2-5/10',
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('of an SVG is never a page of ours', () => {
    for (const other of [{ type: 'image/svg+xml' }, { isolated: true as const }]) {
      expect(fileHead({ ...file, ...other }, {}).headers.join(' ')).toContain('Content-Security-Policy sandbox');
    }
  });
});

describe('the name of a file in a header', () => {
  it.each([
    ['plan.pdf', 'filename="plan.pdf"'],
    ['two words.pdf', 'filename="two words.pdf"'],
    ['Entwürfe.pdf', 'filename="Entw_rfe.pdf"; filename*=UTF-8\'\'Entw%C3%BCrfe.pdf'],
    ['a"b\\c/d\r\ne.pdf', 'filename="a_b_c_d__e.pdf"'],
    ["it's (1)*.pdf", 'filename="it\'s (1)*.pdf"'],
    ["ü'()*.pdf", "filename=\"_'()*.pdf\"; filename*=UTF-8''%C3%BC%27%28%29%2A.pdf"],
    ['50%41.pdf', 'filename="50%41.pdf"; filename*=UTF-8\'\'50%2541.pdf'],
    ['fdp\u202egpj.exe', 'filename="fdp_gpj.exe"'],
    ['\ud800.png', 'filename="_.png"'],
    ['😀.png', 'filename="_.png"; filename*=UTF-8\'\'%F0%9F%98%80.png'],
  ])('%j', (name, expected) => expect(disposition('attachment', name)).toBe(`attachment; ${expected}`));

  it('is always one that a header may hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(disposition('inline', name)).toMatch(/^inline; filename="[^"\\\r\n]*"(; filename\*=UTF-8''[\w.~!#$&+^`|%-]*)?$/);
        expect(disposition('inline', name)).toMatch(/^[\x20-\x7e]+$/);
      }),
    );
  });
});
