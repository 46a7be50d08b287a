/**
 * npm run check: types, lint and format, saved lines, the English of comments, import direction, unused exports, types of one name,
 * names of what parts are handed, the clock of the page, generated files, lock files, sizes, sizes of the page, references, the map. Runs all of them, prints what is wrong, and ends with one line.
 *
 *   npm run check                     everything
 *   npm run check -- sizes imports    these only
 */
import { pathToFileURL } from 'node:url';
import { buildWhenNeeded } from './steps/build.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { runNode, Stop, script } from './steps/run.mjs';

/**
 * Each check resolves with one line for each thing that is wrong; the compiler and the linter print their own lines.
 * A check is imported when it runs, because some use packages, which a fresh clone has only after installing.
 */
const checks = {
  types: async () => [
    ...(await program('node_modules/typescript/bin/tsc', '-p', '.')),
    // With neither the names of a browser nor those of Node
    ...(await program('node_modules/typescript/bin/tsc', '-p', 'client')),
    // With the names of a browser only
    ...(await program('node_modules/typescript/bin/tsc', '-p', 'web')),
    // The tests of the page, with both
    ...(await program('node_modules/typescript/bin/tsc', '-p', 'test/web')),
  ],
  lint: () => program('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50'),
  imports: async () => (await import('./check/imports.mjs')).check(),
  comments: async () => (await import('./check/comments.mjs')).check(),
  exports: async () => (await import('./check/exports.mjs')).check(),
  generated: async () => (await import('./check/generated.mjs')).check(),
  clock: async () => (await import('./check/clock.mjs')).check(),
  handed: async () => (await import('./check/handed.mjs')).check(),
  lockfile: async () => (await import('./check/lockfile.mjs')).check(),
  'line-saving': async () => (await import('./check/line-saving.mjs')).check(),
  sizes: async () => (await import('./check/sizes.mjs')).check(),
  'page-sizes': async () => (await import('./check/page-sizes.mjs')).check(),
  twins: async () => (await import('./check/twins.mjs')).check(),
  references: async () => (await import('./check/references.mjs')).check(),
  map: async () => (await import('./check/map.mjs')).check(),
};

/** Needs installed packages and a built dist/. @returns names of the checks that found something */
export async function runChecks(names = Object.keys(checks)) {
  const wrong = [];
  for (const name of names) {
    const lines = await checks[name]();
    for (const line of lines) console.error(`${name}: ${line}`);
    if (lines.length > 0) wrong.push(name);
  }
  return wrong;
}

async function program(...args) {
  const code = await runNode(args);
  return code === 0 ? [] : ['see the lines above'];
}

async function main(names) {
  const odd = names.find((name) => !Object.hasOwn(checks, name));
  if (odd !== undefined) throw new Stop(`No check ${odd}; there are ${Object.keys(checks).join(', ')}`);
  await installWhenNeeded();
  await buildWhenNeeded();
  const wrong = await runChecks(names.length > 0 ? names : undefined);
  if (wrong.length > 0) throw new Stop(`npm run check: FAILED in ${wrong.join(', ')}`);
  console.log('npm run check: nothing wrong');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await script(() => main(process.argv.slice(2)));
