/**
 * Two exported types of one name within `server`, `web` or `client`: a reader who finds one takes it for the other, and an editor imports
 * the wrong one.
 */
import { parse, sources } from './sources.mjs';

const halls = ['server', 'web', 'client'];

export async function check() {
  return twins(sources().filter(({ file }) => !/\.(d|test)\.tsx?$/.test(file)));
}

/** @param files `{ file, text }` of every source @returns one line for each name that two files of one hall export as a type */
export function twins(files) {
  return halls.flatMap((hall) => {
    const places = new Map();
    for (const source of files.filter(({ file }) => file.startsWith(`${hall}/`))) {
      for (const name of typesOf(source)) places.set(name, [...(places.get(name) ?? []), source.file]);
    }
    return [...places]
      .filter(([, where]) => where.length > 1)
      .map(([name, where]) => `${where.join(' and ')} both export a type ${name}: give each a name that tells them apart`);
  });
}

/** The names of the interfaces, types and classes that a file declares and exports. */
function typesOf(source) {
  const declared = parse(source).program.body.flatMap(({ type, declaration }) =>
    type === 'ExportNamedDeclaration' && declaration !== null && kinds.has(declaration.type) ? [declaration.id.name] : [],
  );
  return new Set(declared);
}

const kinds = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']);
