import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

describe('a text that is not JSON', () => {
  it.each([
    ['{"a" 1}', 'line 1, column 6: expected ":", found "1"'],
    ['{"a":1\n "b":2}', 'line 2, column 2: expected "," or "}", found "\\""'],
    ['{"a":[1\r\n\t2]}', 'line 2, column 2: expected "," or "]", found "2"'],
    ['{"a":[}', 'line 1, column 7: expected a value or "]", found "}"'],
    ['{"a":[1,]}', 'line 1, column 9: expected a value, found "]"'],
    ['{"a":undefined}', 'line 1, column 6: expected a value, found "u"'],
    ['{"a":01}', 'line 1, column 7: expected "," or "}", found "1"'],
    ['{"a":-}', 'line 1, column 6: expected a value, found "-"'],
    ['{"a":1.}', 'line 1, column 7: expected "," or "}", found "."'],
    ['{"a":truth}', 'line 1, column 6: expected a value, found "t"'],
    ['{"a":😀}', 'line 1, column 6: expected a value, found "😀"'],
    ['{"a":"b', 'line 1, column 8: expected the closing quote of a text, found the end'],
    ['{"a":"b\nc"}', 'line 1, column 8: in a text "\\n" is written with a backslash'],
    ['{"a":"C:\\new\\x"}', 'line 1, column 13: a backslash in a text is written \\\\'],
    ['{"a":"\\u12g4"}', 'line 1, column 7: a backslash in a text is written \\\\'],
    ['{"a":{}}}', 'line 1, column 9: expected the end, found "}"'],
  ])('%j is told its place: %s', (text, fault) => expect(jsonFault(text)).toBe(fault));

  it('is told apart from JSON, whatever is inserted or removed', () => {
    const change = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 2 }),
      put: fc.stringMatching(/^[[\]{}",:\\0-9a-u.+ \n-]{0,2}$/),
    });
    const texts = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.option(change, { freq: 4 })).map(([value, change]) => {
      const text = JSON.stringify({ value });
      if (!change) return text;
      const at = change.at % text.length;
      return text.slice(0, at) + change.put + text.slice(at + change.cut);
    });
    const isTold = (text: string): boolean => (jsonFault(text) === undefined) === isJson(text);
    fc.assert(fc.property(texts, isTold), { numRuns: 3000 });
  });

  it('is looked through however long and deep it is', () => {
    const long = `"${'a\\n'.repeat(1_000_000)}"`;
    expect(jsonFault(`{"a":${long},"b":${'1'.repeat(1_000_000)},}`)).toMatch(/expected a name in double quotes, found "}"$/);
    expect(jsonFault(`{"a":${'['.repeat(1_000_000)}`)).toMatch(/column 1000006: expected a value or "]", found the end$/);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
