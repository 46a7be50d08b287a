import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from './body.ts';

const read = (text: string | Buffer): unknown => parseBody(Buffer.from(text as string), 64);
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('a body', () => {
  it('of no bytes is an empty object', () => expect(read('')).toEqual({}));

  it('may begin with a byte order mark', () => expect(read('\ufeff{"a":"ä"}')).toEqual({ a: 'ä' }));

  it.each(['[]', '"text"', '1', 'null', 'true', ' ', '{', '{"a":}', "{'a':1}", '\ufeff', '{} {}', '{"a":1,}', 'a=b'])(
    'that is no object is refused: %j',
    (text) => expect(() => read(text)).toThrow('Invalid JSON'),
  );

  it('of wrong UTF-8 is refused', () => {
    expect(() => read(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('Invalid JSON');
    expect(() => read(Buffer.from('\ufeff{"a":1}', 'utf16le'))).toThrow('Invalid JSON');
  });

  it('may be 64 deep and no deeper', () => {
    expect(read(nested(64))).toBeTypeOf('object');
    expect(() => read(nested(65))).toThrow('Invalid JSON');
    expect(() => read(`{"a":${'['.repeat(1_000_000)}`)).toThrow('Invalid JSON');
  });

  it('is not deep because of brackets in its texts', () => {
    const text = `${'{['.repeat(100)}\\"${'{'.repeat(100)}`;
    expect(read(`{"a":"${text}"}`)).toBeTypeOf('object');
  });

  it('cannot set a prototype, however the key is written', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '\\u005F\\u005fproto__']) {
      const body = read(`{"${key}":{"admin":true},"in":{"${key}":1},"constructor":{"prototype":2}}`) as Record<string, unknown>;
      expect(Object.keys(body)).toEqual(['in', 'constructor']);
      expect(Object.keys(body.in as object)).toEqual([]);
      expect(Object.assign({}, body)).not.toHaveProperty('admin');
    }
  });

  it('is what JSON.parse makes of it', () => {
    const bodies = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }))
      .filter((body) => !JSON.stringify(body).includes('__proto__'));
    fc.assert(fc.property(bodies, (body) => void expect(read(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(body)))));
  });
});
