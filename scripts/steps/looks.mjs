/**
 * The list of looks, from the list of widget types. It imports nothing but the looks, so that the page can leave out the
 * definitions, which need schemas.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The text of model/looks/by-type.ts. */
export function looksFile() {
  const list = readFileSync(join(root, 'model/widgets/index.ts'), 'utf8');
  const types = [...list.matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\.ts';$/gm)]
    .map(([, name, file]) => ({ name, file, local: `look${name}` }))
    .filter(({ file }) => /^export const look\b/m.test(readFileSync(join(root, `model/widgets/${file}.ts`), 'utf8')));
  const imports = types.map(({ file, local }) => `import { look as ${local} } from '../widgets/${file}.ts';`);
  const lines = types.map(({ name, local }) => `  ${name}: ${local},`);
  return `${header}${imports.join('\n')}\n\nexport const looksByType = {\n${lines.join('\n')}\n};\n`;
}

const header = `/** The looks of all widget types that have one. Written by \`npm run generate\` from model/widgets/index.ts. */

`;
