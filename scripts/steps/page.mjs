/**
 * Builds the page: web/index.html and everything that it loads, in files whose names hold a hash of their bytes, each also
 * compressed; and what the server's own pages share with it. The server reads the result at run time (server/http/pages/page-files.ts).
 *
 *   index.html, files/     the page
 *   shared.css             the style that all pages share: fonts, tokens, and what they make of plain elements
 *   third-party.txt        licences of the packages in it
 *   built.json             which files belong together: scripts/check/page-sizes.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAll } from './pack.mjs';
import { pageDefinitions } from './page-definitions.mjs';
import { root } from './run.mjs';
import { noticeOf } from './third-party.mjs';

/** Where browsers find the built files. */
const base = '/page/';

/** @param folder below the repository, to which the page is written */
export async function buildPage(folder) {
  // Imported here, because a fresh clone has it only after installing
  const { build } = await import('vite');
  const { output } = await inProduction(() => build(pageConfig(join(root, folder))));
  const write = (name, text) => writeFileSync(join(root, folder, name), text);
  const shared = ['fonts', 'tokens', 'base'].map((name) => sourceOf(`styles/${name}.css`)).join('\n');
  write('shared.css', withBuiltFonts(shared, output));
  write('third-party.txt', noticeOf(output));
  await packAll(folder);
}

/** Vitest says in the environment that this is a test; Vite would then build the larger page that developers have. */
async function inProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** @param outDir an absolute path */
const pageConfig = (outDir) => ({
  ...sourceConfig,
  base,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Own files only, also for small ones: the page's policy allows no data: addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style for all pages: compressed as a whole it is a fifth smaller than in parts
    cssCodeSplit: false,
    sourcemap: false,
    manifest: 'built.json',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        // What several pages need is one file, so that none of them asks for a dozen small ones
        codeSplitting: {
          groups: [
            { name: ifLoadedWith('shared', firstPages), debugName: 'shared', minShareCount: 2, priority: 5, test: isOfAll },
            { name: ifLoadedWith('around', [canvasPage]), debugName: 'around', minShareCount: 2, priority: 4, test: isOfAll },
            { name: ifLoadedWith('canvas', [canvasPage]), debugName: 'canvas', minShareCount: 2, priority: 4, test: isOfCanvas },
            {
              name: ifLoadedWith('editing', editingView),
              debugName: 'editing',
              minShareCount: 2,
              priority: 4,
              test: isOfEditing,
            },
            // What only dialogs and further pages share, nobody needs who signs in and looks around
            { name: 'later', minShareCount: 2, priority: 3, test: isOfAll },
            // The texts of displays in all languages are none of the dialogs' business
            { name: 'wall', minShareCount: 2, priority: 2, test: isOfWall },
            // A canvas is opened without signing in, and has no use for the picture of that page
            { name: 'entrance', minShareCount: 2, priority: 2, test: isOfSignIn },
            // What only the dashboard and its dialogs share is none of the other pages' business
            { name: 'home', minShareCount: 2, priority: 2, test: isOfHome },
            { name: 'deeds', minShareCount: 2, priority: 1, test: isOfDeeds },
          ],
        },
        entryFileNames: 'files/[name].[hash:12].js',
        chunkFileNames: ({ facadeModuleId }) => `files/${languageIn(facadeModuleId) ?? '[name]'}.[hash:12].js`,
        assetFileNames: 'files/[name].[hash:12][extname]',
      },
    },
  },
});

/** What a canvas and its panels share stays with the canvas, with the icons of widget types. */
const isOfCanvas = (id) =>
  /\/(model\/(looks|widgets)|web\/(outline|selection|scene|pages\/canvas))\//.test(id) || kindIcons.has(iconOf(id));

const iconOf = (id) => /\/lucide\/.*\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
/** The language whose texts a file holds; undefined for another file. */
const languageIn = (id) => /\/texts\/(\w+)\/page\/index\.ts$/.exec(id ?? '')?.[1];

/** Pictures of canvases are on the dashboard, and on walls without a canvas. */
const isOfHome = (id) => /\/web\/(pages\/home\/|parts\/previews?\.)/.test(id) || homeIcons.has(iconOf(id));
const isOfSignIn = (id) => id.includes('/pages/sign-in/') || iconOf(id) === 'eye-off';
const isOfWall = (id) => /\/(web\/wall\/|texts\/(\w+\/)?wall\.ts$)/.test(id);
const isOfDeeds = (id) => id.includes('/pages/deeds/');
/** What editing and its dialogs share stays with editing. */
const isOfEditing = (id) => /\/web\/(edit|live\/(edits|kept))\/|\?editing$/.test(id);
/** What only some pages share is in no file of all. */
const isOfAll = (id) => ![isOfHome, isOfSignIn, isOfWall, isOfDeeds, isOfCanvas, isOfEditing].some((isOne) => isOne(id));

const firstPages = ['index.html', 'pages/sign-in/sign-in.tsx', 'pages/home/home.tsx'];
const canvasPage = 'pages/canvas/canvas-page.tsx';
const editingView = ['edit/editing-view.tsx', 'edit/text/writing.ts'];

/** Names the file of a module that these sources load; another module is left to the groups after this one. */
function ifLoadedWith(name, sources) {
  let loaded;
  return (id, modules) => {
    loaded ??= loadedWith(
      sources.map((file) => join(root, 'web', file)),
      modules,
    );
    return loaded.has(id) ? name : null;
  };
}

function loadedWith(ids, modules) {
  const seen = new Set();
  const visit = (id) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  for (const id of ids) visit(id);
  return seen;
}

/** How the sources are read, for the build and for the server of `npm run page`. */
export const sourceConfig = {
  configFile: false,
  root: join(root, 'web'),
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [pageDefinitions],
};

/** Only the dashboard and its dialogs show them. */
const homeIcons = new Set(['ellipsis-vertical', 'folder', 'house', 'presentation', 'star', 'user-plus']);

/** The names of their files, such as `file-text`. */
const kindIcons = new Set(
  [...sourceOf('outline/kind-icons.ts').matchAll(/^ {2}([A-Z]\w+),$/gm)].map(([, name]) =>
    name.replace(/\B[A-Z]/g, '-$&').toLowerCase(),
  ),
);

function sourceOf(file) {
  return readFileSync(join(root, 'web', file), 'utf8');
}

/** The same fonts, from where the page has them, so that a browser loads them once. */
function withBuiltFonts(css, output) {
  const built = new Map(output.flatMap(({ fileName, names = [] }) => names.map((name) => [name, `${base}${fileName}`])));
  return css.replace(/"@fontsource\/inter\/files\/([^"]+)"/g, (_, name) => {
    if (!built.has(name)) throw new Error(`The build has no file of the font ${name}`);
    return `"${built.get(name)}"`;
  });
}
