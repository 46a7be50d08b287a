import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { isMailAddress, pageAddresses } from '../../../model/page-addresses.ts';
import { type ContentCoding, LastingBytes } from '../answers/lasting-bytes.ts';
import type { Route } from '../routing/route.ts';
import { lastingPage } from './lasting-page.ts';
import { createPageLinks } from './page-links.ts';

/**
 * The page: one document for all its addresses, its files, and the style that the other pages share with it. All are read now, so
 * that what a running server sends belongs together also while a newer build replaces it.
 */
export function pageFileRoutes(): Route[] {
  const folder = pageFolder();
  const files = new URL('files/', folder);
  const document = readPacked(new URL('index.html', folder));
  return [
    ...addresses.map((path) =>
      lastingPage(path, '.html', () => document, {
        family: isMailAddress(path) ? 'mailed' : family,
        ...(path === pageAddresses.canvas && { links: createPageLinks(folder) }),
      }),
    ),
    ...shared.map((name) => builtFile(`/page/${name}`, new URL(name, folder), 'no-cache')),
    ...readdirSync(files).flatMap((name) =>
      isPacked(name) ? [] : builtFile(`/page/files/${name}`, new URL(name, files), FOREVER),
    ),
  ];
}

const addresses = Object.values(pageAddresses);
const shared = ['shared.css', 'third-party.txt'];
const family = 'document';

/** The name of a file holds a hash of its bytes, so they never change. */
const FOREVER = 'public, max-age=31536000, immutable';

/** What the build made; when run from the sources, the last build. */
function pageFolder(): URL {
  const built = new URL('../../../web/', import.meta.url);
  return existsSync(new URL('files/', built)) ? built : new URL('../../../dist/web/', import.meta.url);
}

function builtFile(path: string, file: URL, cache: string): Route {
  const read = readPacked(file);
  return lastingPage(path, extname(path), () => read, { family, cache });
}

/** The endings of compressed files, which the build puts beside the others. */
const endings: ReadonlyMap<ContentCoding, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

const isPacked = (name: string): boolean => [...endings.values()].includes(extname(name));

function readPacked(file: URL): LastingBytes {
  const packed = [...endings].map(([coding, ending]) => [coding, new URL(`${file.href}${ending}`)] as const);
  const there = packed.filter(([, url]) => existsSync(url));
  return new LastingBytes(readFileSync(file), new Map(there.map(([coding, url]) => [coding, readFileSync(url)])));
}
