/**
 * npm run generate: writes the files that follow from the code (docs/settings.md, docs/bounds.md, docs/metrics.md, docs/endpoints.txt, docs/openapi.json,
 * docs/asyncapi.json) and from the list of widget types and the font (in model/looks and web/edit).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { boundsPage } from './steps/bounds.mjs';
import { buildWhenNeeded } from './steps/build.mjs';
import { widthsFile } from './steps/fonts.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { editingFile, looksFile } from './steps/looks.mjs';
import { root, script } from './steps/run.mjs';

/** Needs a built dist/. @returns the text of every generated file, by path */
export async function generatedFiles() {
  const { boundingSettings, settingsPage } = await import('../dist/cli/settings.js');
  const { documents } = await import('../dist/server/documents.js');
  const pages = { 'docs/settings.md': settingsPage(), 'docs/bounds.md': boundsPage(boundingSettings()) };
  return { ...sourceFiles(), ...pages, ...(await documents()) };
}

/** Generated sources, which the build needs. */
const sourceFiles = () => ({
  'model/looks/by-type.ts': looksFile(),
  'model/looks/inter-widths.ts': widthsFile(),
  'web/edit/by-type.ts': editingFile(),
});

async function main() {
  await installWhenNeeded();
  writeAll(sourceFiles());
  await buildWhenNeeded();
  writeAll(await generatedFiles());
}

function writeAll(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`wrote ${file}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await script(main);
