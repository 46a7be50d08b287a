/**
 * What a browser loads before a page works, gzipped: the entry, the page, everything that these import, and the larger language.
 * Prints it, and refuses more than the bounds of the page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../steps/run.mjs';

const KB = 1000;
const built = join(root, 'dist/web');

/** `begins`: sources with which each page begins, besides the entry; a folder stands for every lazy part in it. */
const pages = [
  { name: 'sign-in and dashboard', most: 60 * KB, begins: ['pages/home/', 'pages/sign-in/'] },
  { name: 'canvas', most: 110 * KB, begins: ['pages/canvas/canvas-page.tsx'] },
];
/** A display shows a canvas in its own frame: what it adds to the page of a canvas, with the texts of all languages. */
const wall = { most: 30 * KB, begins: ['wall/display-page.tsx'] };
/** Editing begins where the page of a canvas is there already, so only what it adds counts. */
const editing = {
  // The tools, selecting, moving, sizing, undo, and the way of edits to the server
  most: 60 * KB,
  begins: ['edit/editing-view.tsx'],
  /** Each loaded beside the tools or when it is opened: its own, and what it imports besides the page and editing. */
  lazy: { most: 15 * KB, folder: 'edit/' },
};
/** Loaded with the first panel or dialog of editing. */
const MOST_PANEL_TEXTS = 4 * KB;
/** Loaded beside the tools. */
const MOST_RESCUE_TEXTS = 2 * KB;
/** Pages may have 20 of it, editing 8. */
const MOST_STYLE = 28 * KB;
const entry = 'index.html';

export async function check() {
  const manifest = JSON.parse(readFileSync(join(built, 'built.json'), 'utf8'));
  const sizeOf = (file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  const measured = [
    ...pages.map(({ name, most, begins }) => ({
      name,
      most,
      size: total(scriptsOf(manifest, begins), sizeOf) + language(manifest, sizeOf, LANGUAGES),
    })),
    { name: 'display', most: wall.most, size: total(added(manifest, wall.begins, canvasScripts(manifest)), sizeOf) },
    ...editingSizes(manifest, sizeOf),
    { name: 'style', most: MOST_STYLE, size: total(stylesOf(manifest), sizeOf) },
  ];
  console.log(`page-sizes: ${measured.map(({ name, size }) => `${name} ${kilobytes(size)}`).join(', ')} (gzip)`);
  return wrongSizes(measured);
}

export const wrongSizes = (measured) =>
  measured
    .filter(({ size, most }) => size > most)
    .map(({ name, size, most }) => `${name}: ${kilobytes(size)} gzipped, over ${kilobytes(most)}`);

/** Scripts of the entry and of what a page begins with, and all that they import statically. */
export function scriptsOf(manifest, begins) {
  const roots = Object.keys(manifest).filter((key) => key === entry || begins.some((begin) => key.startsWith(begin)));
  for (const begin of begins.filter((one) => one.endsWith('.tsx')))
    if (!roots.includes(begin)) throw new Error(`The build has no ${begin}`);
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of roots) visit(key);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

const stylesOf = (manifest) =>
  new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [...css, ...(file.endsWith('.css') ? [file] : [])]));

function editingSizes(manifest, sizeOf) {
  const page = canvasScripts(manifest);
  const first = added(manifest, editing.begins, page);
  const known = new Set([...page, ...first]);
  const { most, folder } = editing.lazy;
  const lazy = Object.keys(manifest).filter((key) => key.startsWith(folder) && !editing.begins.includes(key));
  const sizes = lazy.map((key) => ({ name: key, most, size: total(added(manifest, [key], known), sizeOf) }));
  const whole = total(first, sizeOf) + language(manifest, sizeOf, EDIT_LANGUAGES);
  const panels = language(manifest, sizeOf, PANEL_LANGUAGES);
  return [
    { name: 'edit', most: editing.most, size: whole },
    { name: 'texts of its panels', most: MOST_PANEL_TEXTS, size: panels },
    { name: 'texts of its rescue', most: MOST_RESCUE_TEXTS, size: language(manifest, sizeOf, RESCUE_LANGUAGES) },
    ...sizes,
  ];
}

const canvasScripts = (manifest) => new Set(scriptsOf(manifest, ['pages/canvas/canvas-page.tsx']));

/** Scripts that these sources load which are not there yet. */
export const added = (manifest, begins, known) => scriptsOf(manifest, begins).filter((file) => !known.has(file));

const EDIT_LANGUAGES = /^\.\.\/texts\/\w+\/edit\//;
const PANEL_LANGUAGES = /^\.\.\/texts\/\w+\/panels\//;
const RESCUE_LANGUAGES = /^\.\.\/texts\/\w+\/rescue\//;
const LANGUAGES = /^\.\.\/texts\/\w+\/page\//;

/** A browser loads one. */
const language = (manifest, sizeOf, names) =>
  Math.max(0, ...Object.keys(manifest).flatMap((key) => (names.test(key) ? sizeOf(manifest[key].file) : [])));

const total = (files, sizeOf) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);
const kilobytes = (bytes) => `${(bytes / KB).toFixed(1)} KB`;
