/**
 * The generated files in the repository must equal what the code generates now.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from '../generate.mjs';
import { root } from '../steps/run.mjs';

export async function check() {
  const files = Object.entries(await generatedFiles());
  const stale = files.filter(([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text);
  return stale.map(([file]) => `${file} is not what the code gives: run npm run generate`);
}
