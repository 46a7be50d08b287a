/**
 * Exports that no other file imports: `export` is left out, or the whole declaration when nothing in its file uses it. Three rules say
 * what else uses an export:
 *
 * - a test, because tests beside a file may look into it;
 * - the signature of another exported declaration of the same file, for types, which are a part of its contract;
 * - a dynamic import, for every name when the module is handed on, and otherwise for those that the file mentions.
 *
 * Benchmarks, generated clients, what vitest is configured with and what runs in the browser of a test are loaded by the names of their files, and programs outside of
 * this repository import the client library.
 */
import { posix } from 'node:path';
import { nodesOf, parse, sources } from './sources.mjs';

const exempt =
  /^(client\/index\.ts|vitest\.config\.ts|scripts\/steps\/built\.mjs|test\/kit\/scene\.ts|(bench|test\/generators)\/.*)$/;

export async function check() {
  return unusedExports(sources().filter(({ file }) => !file.endsWith('.d.ts')));
}

/** @param files `{ file, text }` of every source @returns one line for each export that no other file imports */
export function unusedExports(files) {
  const used = new Map(files.map(({ file }) => [file, new Set()]));
  for (const source of files) for (const { to, name } of importedNames(source)) used.get(to)?.add(name);
  return files.flatMap((source) => {
    const names = used.get(source.file);
    if (exempt.test(source.file) || names.has('*')) return [];
    const inSignatures = typesInSignatures(source);
    return exportedNames(source)
      .filter((name) => !names.has(name) && !inSignatures.has(name))
      .map((name) => `${source.file} exports ${name}, which no other file imports`);
  });
}

function exportedNames(source) {
  const entries = parse(source).module.staticExports.flatMap((one) => one.entries);
  return entries.map(({ exportName: { kind, name } }) => (kind === 'Default' ? 'default' : name)).filter((name) => name !== null);
}

/** @returns {{ to: string, name: string }[]} names by the file that they come from; `*` for all of them */
function importedNames(source) {
  const { module, program } = parse(source);
  // Scripts load what the build made of a source
  const place = (request) => posix.join(posix.dirname(source.file), request).replace(/^dist\/(.*)\.js$/, '$1.ts');
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ request: moduleRequest.value, name: nameOf(importName) })),
  );
  const passed = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => moduleRequest !== null)
      .map(({ moduleRequest, importName }) => ({ request: moduleRequest.value, name: nameOf(importName) })),
  );
  const dynamic = [...dynamicImports(program)];
  return [...imports, ...passed, ...dynamic]
    .filter(({ request }) => request?.startsWith('.'))
    .map(({ request, name }) => ({ to: place(request), name }));
}

function nameOf({ kind, name }) {
  if (kind === 'Default') return 'default';
  return kind === 'Name' ? name : '*';
}

/** A module that is handed on may be used by any name; of others the file mentions the names. */
function* dynamicImports(program) {
  for (const { node, parent } of nodesOf(program)) {
    if (node.type === 'TSImportType') yield { request: node.source.value, name: node.qualifier?.name ?? '*' };
    if (node.type !== 'ImportExpression') continue;
    const request = node.source.value;
    const isTakenApart = /^(AwaitExpression|MemberExpression)$/.test(parent.type);
    for (const name of isTakenApart ? mentionedNames(program) : ['*']) yield { request, name };
  }
}

/** Names of properties that are read or taken apart anywhere in a file. */
function* mentionedNames(program) {
  for (const { node } of nodesOf(program)) {
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier') yield node.property.name;
    else if (node.type === 'Property' && node.key.type === 'Identifier') yield node.key.name;
  }
}

/** Names of types in the exported declarations of a file, outside of the bodies of functions. */
function typesInSignatures(source) {
  const names = new Set();
  for (const statement of parse(source).program.body) {
    if (/^Export(Named|Default)Declaration$/.test(statement.type)) for (const name of typesIn(statement)) names.add(name);
  }
  return names;
}

function* typesIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* typesIn(one);
  if (typeof node?.type !== 'string' || node.type === 'BlockStatement') return;
  if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') yield node.typeName.name;
  if (/^TS(InterfaceHeritage|ClassImplements)$/.test(node.type)) yield node.expression.name;
  for (const key in node) if (typeof node[key] === 'object' && node[key] !== null) yield* typesIn(node[key]);
}
