/**
 * Definitions as the page loads them: without schemas, and without what only the documents of the interface say. That is half
 * of them, and the page reads none of it.
 */
import { readFileSync } from 'node:fs';

/** Keys of objects in `model/` that only the server, its routes and its documents read. */
const served = new Set(['about', 'accepts', 'collection', 'example', 'migrate', 'patches', 'schema']);

/** Vite and Rolldown take it as a plugin. */
export const pageDefinitions = {
  name: 'easel-page-definitions',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (!isOfEditing(importer)) return null;
    const found = await this.resolve(source, fileOf(importer), { skipSelf: true });
    return found && widgetFile.test(found.id) ? { id: `${found.id}${EDITING}`, moduleSideEffects: false } : found;
  },
  load: (id) => (id.endsWith(EDITING) ? { code: readFileSync(fileOf(id), 'utf8'), moduleType: 'ts' } : null),
  transform: {
    filter: { id: /\/model\/(types\/|resources\/|widgets\/|displays\/|[\w-]+\.ts$)/ },
    handler: async (code, id) => {
      // Imported here, because a fresh clone has it only after installing
      const { parseSync } = await import('vite');
      return { code: withoutServed(code, parseSync(fileOf(id), code).program), map: null };
    },
  },
};

/**
 * A bundler puts a module into one part of the page, whole. So what only editing needs of the file of a widget type is a module of
 * its own, which loads with the editing part, and the canvas page keeps no more than looks and traits.
 */
const EDITING = '?editing';
const isOfEditing = (id) => id.endsWith(EDITING) || /\/web\/(edit|live\/edits)\//.test(id);
const widgetFile = /\/model\/widgets\/[\w-]+\.ts$/;
const fileOf = (id) => id.replace(/\?.*$/, '');

/** @param program the tree of `code` */
function withoutServed(code, program) {
  const kept = [];
  let end = 0;
  for (const [from, to, instead] of cuts(program, code)) {
    kept.push(code.slice(end, from), instead);
    end = to;
  }
  return kept.join('') + code.slice(end);
}

/** What is left out, in order: from, to, and what stands there instead. */
function* cuts(node, code) {
  if (isSchema(node)) return yield [node.start, node.end, 'undefined'];
  for (const child of childrenOf(node)) {
    if (node.type === 'ObjectExpression' && served.has(child.key?.name)) yield [child.start, afterComma(code, child.end), ''];
    else yield* cuts(child, code);
  }
}

/** `Schema.String({ … })` */
const isSchema = ({ type, callee }) => type === 'CallExpression' && callee.object?.name === 'Schema';

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
    .sort((one, other) => one.start - other.start);

const afterComma = (code, end) => end + /^\s*,?/.exec(code.slice(end))[0].length;
