/**
 * Installs the packages that package-lock.json names, unless node_modules has exactly those.
 * The stamp is inside node_modules: `npm ci` removes both first, so that half an installation never passes for a whole one.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, stampAt, stampOf } from './files.mjs';
import { root, runNpm, Stop } from './run.mjs';

/** @param folder a package with a lock file of its own: `.` or `bench` */
export async function installWhenNeeded(folder = '.') {
  refuseOldNode();
  const stampFile = join(folder, 'node_modules/.easel-stamp');
  const names = ['package.json', 'package-lock.json', '.npmrc'].map((name) => join(folder, name));
  const stamp = stampOf(names.flatMap(filesBelow), process.platform, process.arch);
  if (stampAt(stampFile) === stamp) return;
  if (!installedAsLocked(join(root, folder))) {
    console.log(`Installing packages${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`);
    await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], join(root, folder));
  }
  // npm does not make the folder for a package without dependencies
  mkdirSync(join(root, folder, 'node_modules'), { recursive: true });
  writeFileSync(join(root, stampFile), `${stamp}\n`);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Stop(`Easel needs Node 20.19 or newer; this is ${process.version}`);
}

/** After an `npm ci` by hand, npm's own note in node_modules lists all packages of the lock file. */
function installedAsLocked(folder) {
  const note = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const there = JSON.parse(readFileSync(note, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { integrity, optional }]) => path === '' || (optional && !there[path]) || there[path]?.integrity === integrity,
  );
}
