/**
 * npm run generate: writes the files that are generated from the code (docs/settings.md, docs/endpoints.txt, docs/openapi.json).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenNeeded } from './steps/build.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { root, script } from './steps/run.mjs';

/** Needs a built dist/. @returns the text of every generated file, by path */
export async function generatedFiles() {
  const { settingsPage } = await import('../dist/cli/settings.js');
  const { documents } = await import('../dist/server/documents.js');
  return { 'docs/settings.md': settingsPage(), ...(await documents()) };
}

async function main() {
  await installWhenNeeded();
  await buildWhenNeeded();
  for (const [file, text] of Object.entries(await generatedFiles())) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`wrote ${file}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await script(main);
