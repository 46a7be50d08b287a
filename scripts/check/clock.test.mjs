import { describe, expect, test } from 'vitest';
import { wrongTime } from './clock.mjs';

describe('the clock of the page', () => {
  const said = (text, exceptions = []) => wrongTime([{ file: 'web/a.ts', text }], exceptions);

  test.each([
    'setTimeout(a, 1);',
    'window.setInterval(a, 1);',
    'const a = performance.now();',
    'globalThis.Date.now();',
    'requestAnimationFrame(a);',
  ])('is the only one: %s', (text) => expect(said(text)).toHaveLength(1));

  test.each(['usualClock.after(1, a);', 'clock.setTimeout(a);', 'const a = new Date();', '// setTimeout(a, 1)'])(
    'leaves others alone: %s',
    (text) => expect(said(text)).toEqual([]),
  );

  test('says what to use, and may have exceptions that are needed', () => {
    expect(said('\nsetTimeout(a, 1);')).toEqual([
      'web/a.ts:2 uses setTimeout: use `after` of `usualClock`, or give a reason in scripts/check/exceptions.mjs',
    ]);
    const exceptions = [{ file: 'web/a.ts', names: ['Date.now'], reason: 'a date' }];
    expect(said('Date.now();', exceptions)).toEqual([]);
    expect(said('a();', exceptions)).toEqual([
      'scripts/check/exceptions.mjs lets web/a.ts use Date.now, which it does not: take the exception away',
    ]);
  });
});
