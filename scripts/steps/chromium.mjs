/**
 * The browser of the tests that need one: a Chromium, Chrome or Edge that the machine has. None is downloaded.
 */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { filesBelow } from './files.mjs';
import { root, Stop } from './run.mjs';

/** Chromium without a window, which opens a page with three quarters of the processor time; as Debian and Playwright name it. */
const withoutWindow = ['chromium-headless-shell', 'headless_shell'];
/** In the order in which they are taken. */
const whole = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/** Where installers put it when it is not in the path. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * The program to start; undefined where there is none, and then tests of browsers are skipped. Throws a Stop for a path in
 * EASEL_CHROMIUM or CHROME_PATH where nothing is, and where EASEL_REQUIRE_BROWSER=1 forbids to go on without.
 */
export function chromiumPath(env = environment(), exists = existsSync) {
  return find([...withoutWindow, ...whole], env, exists);
}

/** Like `chromiumPath`, but never the browser without a window: people have the whole one, so speed is measured there. */
export function wholeChromiumPath(env = environment(), exists = existsSync) {
  return find(whole, env, exists);
}

function find(names, env, exists) {
  for (const name of ['EASEL_CHROMIUM', 'CHROME_PATH']) {
    if (!env[name]) continue;
    if (!exists(env[name])) throw new Stop(`${name} names no program: ${env[name]}`);
    return env[name];
  }
  const inPath = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...names.flatMap((name) => inPath.map((folder) => join(folder, name))), ...usualPlaces];
  const found = places.find((place) => exists(place));
  if (found === undefined && env.EASEL_REQUIRE_BROWSER === '1') throw new Stop(`EASEL_REQUIRE_BROWSER=1, but there is ${LACK}`);
  return found;
}

const environment = () => ({
  EASEL_CHROMIUM: process.env.EASEL_CHROMIUM,
  EASEL_REQUIRE_BROWSER: process.env.EASEL_REQUIRE_BROWSER,
  CHROME_PATH: process.env.CHROME_PATH,
  PATH: process.env.PATH,
});

const LACK = 'no Chromium; apt-get install chromium or set EASEL_CHROMIUM';

/** What a run must say that skips tests for lack of a browser; undefined: it skips none. @param runs whether a test file is run */
export function skippedTests(runs, hasBrowser = chromiumPath() !== undefined) {
  const skipped = ['model', 'client', 'server', 'cli', 'web', 'test']
    .flatMap(filesBelow)
    .filter((file) => runs(file) && needsBrowser(file));
  return !hasBrowser && skipped.length > 0 ? `BROWSER TESTS SKIPPED (${skipped.length}): ${LACK}` : undefined;
}

const needsBrowser = (file) =>
  /\.test\.ts$/.test(file) && /chromiumPath\(|kit\/chromium/.test(readFileSync(join(root, file), 'utf8'));
