import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumPath, skippedTests, wholeChromiumPath } from './chromium.mjs';

const only =
  (...paths) =>
  (path) =>
    paths.includes(path);

test('the browser that is named is taken, then Chromium, Chrome and Edge in the path, then the usual places', () => {
  const PATH = ['/home/a/bin', '/usr/local/bin'].join(delimiter);
  const there = only('/mine', '/usr/local/bin/chromium', '/home/a/bin/google-chrome', '/opt/google/chrome/chrome');
  expect(chromiumPath({ EASEL_CHROMIUM: '/mine', PATH }, there)).toBe('/mine');
  expect(chromiumPath({ CHROME_PATH: '/mine', PATH }, there)).toBe('/mine');
  expect(chromiumPath({ PATH }, there)).toBe('/usr/local/bin/chromium');
  expect(chromiumPath({ PATH: '/home/a/bin' }, there)).toBe('/home/a/bin/google-chrome');
  expect(chromiumPath({}, there)).toBe('/opt/google/chrome/chrome');
});

test('a Chromium without a window comes before the whole one in tests, and is never measured', () => {
  const there = only('/usr/bin/chromium', '/usr/local/bin/chromium-headless-shell');
  const PATH = ['/usr/bin', '/usr/local/bin'].join(delimiter);
  expect(chromiumPath({ PATH }, there)).toBe('/usr/local/bin/chromium-headless-shell');
  expect(wholeChromiumPath({ PATH }, there)).toBe('/usr/bin/chromium');
});

test('a browser that is named and not there is never replaced by another one', () => {
  expect(() => chromiumPath({ EASEL_CHROMIUM: '/gone', PATH: '/usr/bin' }, only('/usr/bin/chromium'))).toThrow(
    'EASEL_CHROMIUM names no program: /gone',
  );
});

test('without a browser tests go on, unless one is required', () => {
  expect(chromiumPath({ PATH: '/usr/bin' }, only())).toBeUndefined();
  expect(() => chromiumPath({ EASEL_REQUIRE_BROWSER: '1' }, only())).toThrow('apt-get install chromium');
});

test('a run says how many files of tests it skips, and nothing when it skips none', () => {
  const said = skippedTests(
    (file) => file === 'test/widgets/looks.slow.test.ts' || file === 'test/accounts/login.test.ts',
    false,
  );
  expect(said).toBe('BROWSER TESTS SKIPPED (1): no Chromium; apt-get install chromium or set EASEL_CHROMIUM');
  expect(skippedTests((file) => file === 'test/accounts/login.test.ts', false)).toBeUndefined();
  expect(skippedTests(() => true, true)).toBeUndefined();
});
