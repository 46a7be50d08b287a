/**
 * What a part is handed to work with has one name: `…Context` in the page, `…Deps` in the server, and `…Options` for what a caller
 * may choose (STYLE.md, "Names"). Means, Parts and Facts would be further words for the same.
 */
import { namedDifferently } from './exceptions.mjs';
import { isTest, lineCounter, nodesOf, parse, sources } from './sources.mjs';

const halls = ['server', 'web', 'cli', 'texts'];
const declarations = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']);

export async function check() {
  return oddNames(sources(), namedDifferently);
}

/** @param exceptions `{ file, name, reason }` @returns one line for each type, and for each exception that no type needs */
export function oddNames(files, exceptions) {
  const found = files.filter(({ file }) => halls.includes(file.split('/')[0]) && !isTest(file)).flatMap(typesOf);
  const isSame = (a, b) => a.file === b.file && a.name === b.name;
  return [
    ...found
      .filter((type) => !exceptions.some((one) => isSame(one, type)))
      .map(
        ({ file, line, name }) =>
          `${file}:${line} names a type ${name}: what a part is handed is its …Context in the page and its …Deps in the server, and what a caller chooses …Options`,
      ),
    ...exceptions
      .filter((one) => !found.some((type) => isSame(one, type)))
      .map(
        ({ file, name }) =>
          `scripts/check/exceptions.mjs lets ${file} have a type ${name}, which it has not: take the exception away`,
      ),
  ];
}

function typesOf(source) {
  if (!/(Means|Parts|Facts)\b/.test(source.text)) return [];
  const lineAt = lineCounter(source.text);
  const types = [];
  for (const { node } of nodesOf(parse(source).program)) {
    const name = declarations.has(node.type) ? node.id?.name : undefined;
    if (/(Means|Parts|Facts)$/.test(name ?? '')) types.push({ file: source.file, line: lineAt(node.start), name });
  }
  return types;
}
