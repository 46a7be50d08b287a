/**
 * The map in docs/code.md must match the repository: a line for each folder of the source, and a folder for each line.
 *
 *   server/             what happens
 *     pages/**          a folder whose folders need no line of their own
 *     *\/routes/**       the folders of this name in all folders
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from '../steps/files.mjs';
import { root } from '../steps/run.mjs';

const tops = ['texts', 'model', 'client', 'server', 'cli', 'web', 'test', 'scripts', 'bench', 'docs'];

export async function check() {
  const page = readFileSync(join(root, 'docs/code.md'), 'utf8');
  return wrongMap(mapIn(page), tops.flatMap(filesBelow)).map((says) => `docs/code.md: the map ${says}`);
}

/** The lines of the code block that begins with a folder, as `server/http/` and `server/*\/routes/**`. */
export function mapIn(text) {
  const block = /^```text\n(?=[\w-]+\/)(.*?)^```$/ms.exec(text)?.[1] ?? '';
  const above = [];
  return block.split('\n').flatMap((line) => {
    const [, indent, name, says] = /^( *)((?:\*\/)?[\w-]+\/(?:\*\*)?)(?: +(\S.*))?$/.exec(line) ?? [];
    if (name === undefined) return [];
    above.length = indent.length / 2;
    above.push(name);
    return [{ path: above.join(''), says }];
  });
}

export function wrongMap(lines, files) {
  const folders = new Set(files.flatMap(foldersAround));
  const drawn = lines.map(({ path }) => ({ path, covers: patternOf(path) }));
  const isDrawn = (folder) => drawn.some(({ covers }) => covers.test(folder));
  const isThere = ({ covers }) => [...folders].some((folder) => covers.test(folder));
  return [
    ...[...folders].filter((folder) => !isDrawn(folder)).map((folder) => `has no line for ${folder}`),
    ...drawn.filter((one) => !isThere(one)).map(({ path }) => `has a line for ${path}, which is not there`),
    ...lines.filter(({ says }) => says === undefined).map(({ path }) => `says nothing of ${path}`),
  ];
}

/** `a/**` is `a/` and all below it, and `*\/b/` is that of every folder. */
const patternOf = (path) => new RegExp(`^${path.replace('**', '§').replaceAll('*', '[^/]+').replace('§', '.*')}$`);

/** `a/b/c.ts` is in `a/` and `a/b/`. */
function foldersAround(file) {
  const folder = posix.dirname(file);
  const names = folder.split('/');
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}
