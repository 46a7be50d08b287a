/**
 * The client library as a package that anybody can install or publish: its scripts, its types, and the types of the model that
 * these name. `npm publish dist/easel-client` publishes it.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root, runNode, Stop } from './run.mjs';

/** The package, in the folder of the build. */
const folder = 'easel-client';
const begin = 'client/index';

/** `built`: the folder of the build, relative to the repository, which holds the translated scripts already. */
export async function buildClientPackage(built, version) {
  const to = join(root, built, folder);
  const types = join(built, '.client-types');
  try {
    await declare(types);
    for (const [file, text] of closure(begin, (file) => declaration(join(root, types), file))) write(to, `${file}.d.ts`, text);
    for (const [file, text] of closure(begin, (file) => script(join(root, built), file))) write(to, `${file}.js`, text);
  } finally {
    rmSync(join(root, types), { recursive: true, force: true });
  }
  const { name, ...rest } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  write(to, 'package.json', `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
  for (const file of ['client/README.md', 'LICENSE']) copyFileSync(join(root, file), join(to, posix.basename(file)));
}

async function declare(outDir) {
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--noCheck',
    '--rootDir',
    '.',
    '--outDir',
    outDir,
  ];
  const code = await runNode(['node_modules/typescript/bin/tsc', '-p', 'client', ...options]);
  if (code !== 0) throw new Stop('The build failed: see the lines above');
}

const declaration = (from, file) =>
  readFileSync(join(from, `${file}.d.ts`), 'utf8').replaceAll(/(["'])(\.\.?\/[^"']+)\.ts\1/g, '$1$2.js$1');

const script = (from, file) => readFileSync(join(from, `${file}.js`), 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '');

/**
 * Files by their path without an ending, with their texts: the first one, and all that these import by relative paths.
 * Throws a Stop for an import of a package, which the library must not depend on.
 */
function closure(first, textOf) {
  const texts = new Map();
  const visit = (file) => {
    if (texts.has(file)) return;
    const text = textOf(file);
    texts.set(file, text);
    for (const [, path] of text.matchAll(/\b(?:from|import\()\s*["']([^"']+)["']/g)) {
      if (!path.startsWith('.')) throw new Stop(`The client library must depend on no package: ${file} imports ${path}`);
      visit(posix.join(posix.dirname(file), path).replace(/\.js$/, ''));
    }
  };
  visit(first);
  return texts;
}

function write(to, file, text) {
  const path = join(to, file);
  if (existsSync(path)) throw new Error(`${file} is there already`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
