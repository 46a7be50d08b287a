/**
 * The notice of the packages whose code or fonts are in the page: their licences want to go with every copy.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** @param output what Vite answers: chunks with the modules in them, and files with their origin */
export function noticeOf(output) {
  const names = new Set(output.flatMap(originsOf).flatMap(packageOf));
  const head = 'Packages in the page of Easel, with their licences.\n';
  return [head, ...[...names].sort().map(entry)].join(`\n${'-'.repeat(78)}\n\n`);
}

const originsOf = ({ moduleIds = [], originalFileNames = [] }) => [...moduleIds, ...originalFileNames];

/** `…/node_modules/@preact/signals/dist/…` belongs to `@preact/signals`. */
function packageOf(path) {
  const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/')) ?? [];
  return name === undefined ? [] : [name];
}

function entry(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})\n\n${licenceIn(folder, name)}\n`;
}

/** @throws for a package without a licence text: its terms could not be kept */
function licenceIn(folder, name) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file)) : [];
  if (files.length === 0) throw new Error(`${name} has no licence text`);
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}
