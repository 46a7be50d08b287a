/**
 * Builds dist/ from the sources. It translates file by file and does not check types; scripts/check.mjs does.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildId } from './build-id.mjs';
import { buildClientPackage } from './client-package.mjs';
import { filesBelow, stampAt, stampOf } from './files.mjs';
import { unpackFonts } from './fonts.mjs';
import { buildPage } from './page.mjs';
import { root, runNode, Stop } from './run.mjs';

/** The folders to translate: the `include` of tsconfig.build.json. */
const translated = ['texts', 'model', 'client', 'server', 'cli'];
/** Folders that the server reads at run time, copied as they are. */
const copied = ['server/http/pages', 'server/access/common-passwords', 'server/assets/render/fonts', 'server/start/sample'];
/** Files of packages that the server sends to browsers, so that dist/ needs only the `dependencies` of package.json. */
const viewer = {
  from: 'node_modules/swagger-ui-dist',
  to: 'server/http/pages/viewer',
  files: ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'],
};
/** What the result depends on besides the sources: version and options of the compiler, the version of Easel, this file. */
const recipe = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/steps/build.mjs',
  'scripts/steps/client-package.mjs',
  'scripts/steps/fonts.mjs',
  'scripts/steps/pack.mjs',
  'scripts/steps/page-definitions.mjs',
  'scripts/steps/page.mjs',
  'scripts/steps/third-party.mjs',
];
/** The page, which Vite builds, and what it shares with the server's own pages. */
const page = 'web';

export async function buildWhenNeeded() {
  const inputs = [...translated, ...copied, page, ...recipe];
  const stamp = stampOf(inputs.flatMap(filesBelow).filter(isSource));
  const id = buildId(stamp, [...inputs, ':(exclude)*.test.ts']);
  if (stampAt('dist/.stamp') !== stamp) {
    console.log('Building …');
    await build(stamp, id);
  } else if (readInfo('dist').build !== id) {
    // The same sources were committed since, or belong to another commit now
    writeInfo('dist', id);
  }
}

const isSource = (file) => !/\.test\.ts$/.test(file);

async function build(stamp, id) {
  const fresh = `.dist-${process.pid}`;
  try {
    await translate(fresh);
    await buildPage(join(fresh, page));
    await buildClientPackage(fresh, packageInfo().version);
    for (const folder of copied.filter((path) => filesBelow(path).length > 0)) {
      cpSync(join(root, folder), join(root, fresh, folder), { recursive: true, filter: (file) => !file.endsWith('.ts') });
    }
    mkdirSync(join(root, fresh, viewer.to), { recursive: true });
    for (const file of viewer.files) cpSync(join(root, viewer.from, file), join(root, fresh, viewer.to, file));
    unpackFonts(join(root, fresh, 'server/assets/render/fonts/inter'));
    const { bin } = packageInfo();
    // npm does this for installed packages, but not for a clone
    for (const program of Object.values(bin)) chmodSync(join(root, fresh, relative('dist', program)), 0o755);
    writeInfo(fresh, id);
    replaceDist(fresh);
    writeFileSync(join(root, 'dist/.stamp'), `${stamp}\n`);
  } finally {
    rmSync(join(root, fresh), { recursive: true, force: true });
  }
}

const packageInfo = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What a build knows about itself: version and build id. */
const readInfo = (folder) => JSON.parse(readFileSync(join(root, folder, 'build.json'), 'utf8'));

/** Replaces it in one step, so that a server that starts meanwhile finds the old text or the new one. */
function writeInfo(folder, build) {
  const file = join(root, folder, 'build.json');
  writeFileSync(`${file}.new`, `${JSON.stringify({ version: packageInfo().version, build })}\n`);
  renameSync(`${file}.new`, file);
}

async function translate(folder) {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder]);
  if (code !== 0) throw new Stop('The build failed: see the lines above');
}

/** File by file, so that a process that runs from dist/ never finds a file missing or half written. */
function replaceDist(fresh) {
  const files = filesBelow(fresh).map((file) => file.slice(fresh.length + 1));
  rmSync(join(root, 'dist/.stamp'), { force: true });
  for (const file of files) {
    mkdirSync(dirname(join(root, 'dist', file)), { recursive: true });
    renameSync(join(root, fresh, file), join(root, 'dist', file));
  }
  const kept = new Set(files.map((file) => `dist/${file}`));
  for (const file of filesBelow('dist')) if (!kept.has(file)) rmSync(join(root, file));
}
