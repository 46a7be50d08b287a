/**
 * The lists of what the files of widget types export besides their definitions, from the list of widget types. They import nothing
 * else, so that the page can leave out the definitions.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The text of model/looks/by-type.ts. */
export function looksFile() {
  const types = widgetTypes();
  const [looks, traits] = [listOf(types, 'look'), listOf(types, 'traits')];
  const imports = types.flatMap(({ file }) => importOf(file, [...looks, ...traits]));
  return `${header}${imports.join('\n')}\n\n${exportOf('looksByType', looks)}\n${exportOf('traitsByType', traits)}`;
}

/** The text of web/edit/by-type.ts. */
export function editingFile() {
  const list = listOf(widgetTypes(), 'editing');
  const imports = list.flatMap(({ file }) => importOf(file, list, '../../model/widgets'));
  return `${editingHeader}${imports.join('\n')}\n\n${exportOf('editingByType', list)}`;
}

/** In the order of their files, as imports are sorted. */
function widgetTypes() {
  const list = readFileSync(join(root, 'model/widgets/index.ts'), 'utf8');
  return [...list.matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\.ts';$/gm)].map(([, name, file]) => ({
    name,
    file,
    text: readFileSync(join(root, `model/widgets/${file}.ts`), 'utf8'),
  }));
}

/** The types whose files export this name. */
const listOf = (types, exported) =>
  types
    .filter(({ text }) => new RegExp(`^export const ${exported}\\b`, 'm').test(text))
    .map(({ name, file }) => ({ name, file, exported, local: `${exported}${name}` }));

function importOf(file, lists, folder = '../widgets') {
  const named = lists.filter((one) => one.file === file).map(({ exported, local }) => `${exported} as ${local}`);
  return named.length > 0 ? [`import { ${named.join(', ')} } from '${folder}/${file}.ts';`] : [];
}

const exportOf = (name, list) =>
  `export const ${name} = {\n${list.map(({ name, local }) => `  ${name}: ${local},`).join('\n')}\n};\n`;

const header = `/** The looks and traits of all widget types that have some. Written by \`npm run generate\` from model/widgets/index.ts. */

`;

const editingHeader = `/** How people edit each widget type. Written by \`npm run generate\` from model/widgets/index.ts. */

`;
