import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from './body.ts';

const read = (text: string | Buffer): unknown => parseBody(Buffer.from(text as string), 64);
const refusal = (text: string | Buffer): string => {
  try {
    return `none: ${JSON.stringify(read(text))}`;
  } catch (error) {
    return (error as Error).message;
  }
};
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('a body', () => {
  it('of no bytes is an empty object', () => expect(read('')).toEqual({}));

  it('may begin with a byte order mark', () => expect(read('\ufeff{"a":"ä"}')).toEqual({ a: 'ä' }));

  it.each([
    ['[]', 'it must be an object, not an array'],
    ['"text"', 'it must be an object, not a string'],
    ['1', 'it must be an object, not a number'],
    ['null', 'it must be an object, not null'],
    ['true', 'it must be an object, not true'],
    [' ', 'line 1, column 2: expected an object, found the end'],
    ['{', 'line 1, column 2: expected a name in double quotes or "}", found the end'],
    ['{"a":}', 'line 1, column 6: expected a value, found "}"'],
    ["{'a':1}", `line 1, column 2: expected a name in double quotes or "}", found "'"`],
    ['\ufeff', 'line 1, column 1: expected an object, found the end'],
    ['{} {}', 'line 1, column 4: expected the end, found "{"'],
    ['{"a":1,}', 'line 1, column 8: expected a name in double quotes, found "}"'],
    ['a=b', 'line 1, column 1: expected an object, found "a"'],
  ])('that is no object is refused: %j, %s', (text, fault) => {
    expect(refusal(text)).toBe(`Invalid JSON: ${fault}`);
  });

  it('of wrong UTF-8 is refused', () => {
    const fault = (at: number): string => `Invalid JSON: it is not UTF-8 from byte ${at} on`;
    expect(refusal(Buffer.from('{"\xe4":"x"}', 'latin1'))).toBe(fault(3));
    expect(refusal(Buffer.concat([Buffer.from('{"ä\ufffd'), Buffer.from([0xff])]))).toBe(fault(8));
    expect(refusal(Buffer.from('\ufeff{"a":1}', 'utf16le'))).toBe(fault(1));
    expect(refusal(Buffer.from('{"ä').subarray(0, 3))).toBe(fault(3));
  });

  it('may be 64 deep and no deeper', () => {
    expect(read(nested(64))).toBeTypeOf('object');
    const tooDeep = 'Invalid JSON: at most 64 objects and arrays may be inside one another';
    expect(refusal(nested(65))).toBe(tooDeep);
    expect(refusal(`{"a":${'['.repeat(1_000_000)}`)).toBe(tooDeep);
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
