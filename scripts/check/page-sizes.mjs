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
const MOST_STYLE = 20 * KB;
const entry = 'index.html';

export async function check() {
  const manifest = JSON.parse(readFileSync(join(built, 'built.json'), 'utf8'));
  const sizeOf = (file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  const measured = [
    ...pages.map(({ name, most, begins }) => ({
      name,
      most,
      size: total(scriptsOf(manifest, begins), sizeOf) + language(manifest, sizeOf),
    })),
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

/** A browser loads one. */
const language = (manifest, sizeOf) =>
  Math.max(0, ...Object.keys(manifest).flatMap((key) => (key.startsWith('../texts/') ? sizeOf(manifest[key].file) : [])));

const total = (files, sizeOf) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);
const kilobytes = (bytes) => `${(bytes / KB).toFixed(1)} KB`;
