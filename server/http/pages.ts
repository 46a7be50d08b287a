import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Rule } from '../access/access-rule.ts';
import { accountTexts } from './account-texts.ts';
import { asyncApiDocument, asyncApiText } from './asyncapi/document.ts';
import { messagesPage } from './asyncapi/page.ts';
import { fill, readPage } from './families.ts';
import { hasAlready, Lasting } from './lasting.ts';
import { openApiText } from './openapi/document.ts';
import type { Call, PlainRoute, Reply, Route } from './route.ts';

interface Deps {
  /** Routes of the interface. */
  readonly routes: readonly Route[];
  readonly version: string;
}

/**
 * The start page, the pages behind the links in mails, the documentation of the interface and its documents, with their style and script.
 * Nothing is loaded from elsewhere.
 */
export const pageRoutes = ({ routes, version }: Deps): Route[] => [
  startPage(version, String(routes.length)),
  accountPage('confirm-email'),
  accountPage('reset-password'),
  lastingPage('/api/docs', '.html', () => Buffer.from(readPage('docs.html'))),
  lastingPage('/api/openapi.json', '.json', () => Buffer.from(openApiText(routes))),
  lastingPage('/api/docs/displays', '.html', () => Buffer.from(messagesPage(asyncApiDocument()))),
  lastingPage('/api/asyncapi.json', '.json', () => Buffer.from(asyncApiText())),
  ...builtFiles('/pages', new URL('./pages/', import.meta.url), pageFiles),
  ...builtFiles('/pages/viewer', viewerFolder(), ['swagger-ui.css', 'swagger-ui-bundle.js']),
];

const pageFiles = ['page.css', 'account.css', 'docs.css', 'displays.css', 'account.js', 'docs.js', 'icon.svg'];

/**
 * The files of a built folder, each under its name. A file whose name holds a hash of its bytes (`page.3f9a2c1b.js`) never
 * changes, so clients keep it for a year; clients revalidate the others each time.
 */
export const builtFiles = (below: string, folder: URL, names: readonly string[] = readdirSync(folder)): Route[] =>
  names.map((name) => {
    const cache = /\.[0-9a-f]{8,}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
    return lastingPage(`${below}/${name}`, extname(name), () => readFileSync(new URL(name, folder)), cache);
  });

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The viewer that the build copied; when run from the sources, the package itself. */
function viewerFolder(): URL {
  const built = new URL('./pages/viewer/', import.meta.url);
  return existsSync(built) ? built : new URL('../../node_modules/swagger-ui-dist/', import.meta.url);
}

/** The page names the address under which it was requested, so there is one for each. */
function startPage(version: string, endpoints: string): Route {
  const start = readPage('start.html');
  const handle = ({ origin: address }: Call): Reply => ({
    headers: { 'Cache-Control': 'no-cache' },
    body: fill(start, { address, version, endpoints }),
  });
  return { ...page('/', '.html'), headers: ['Cache-Control'], handle };
}

/** A page to which the link in a mail leads, in the language of the browser. It is the same for every token, and never sees one. */
function accountPage(name: 'confirm-email' | 'reset-password'): Route {
  const template = readPage(`${name}.html`);
  const handle = ({ headers }: Call): Reply => {
    const texts = accountTexts(headers['accept-language']);
    const body = fill(template.replace('lang="en"', `lang="${texts.lang}"`), texts);
    return { headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Language' }, body };
  };
  return { ...page(`/${name}`, '.html'), headers: ['Cache-Control', 'Vary'], handle };
}

const ofLasting = ['Cache-Control', 'ETag', 'Vary', 'Content-Encoding'] as const;

/** `cache` default: clients keep it but revalidate each time, because a newer server has a newer page. */
function lastingPage(path: string, extension: string, make: () => Buffer, cache = 'no-cache'): Route {
  let made: Lasting | undefined;
  const handle = (call: Call): Promise<Reply> => {
    made ??= new Lasting(make());
    return lastingReply(made, call, cache);
  };
  const others = { 304: { says: 'Who asks has it already', headers: ofLasting } };
  return { ...page(path, extension), headers: ofLasting, others, handle };
}

async function lastingReply(lasting: Lasting, { headers: sent }: Call, cache: string): Promise<Reply> {
  const coding = lasting.codingFor(sent);
  const tag = lasting.tag(coding);
  const headers = { 'Cache-Control': cache, ETag: tag, Vary: 'Accept-Encoding' };
  if (hasAlready(sent, tag)) return { status: 304, headers };
  const encoding = coding === 'identity' ? {} : { 'Content-Encoding': coding };
  return { headers: { ...headers, ...encoding }, body: [await lasting.in(coding)] };
}

const everybody: Rule = {
  says: 'everybody',
  scope: 'nothing',
  credential: 'ignored',
  licensed: false,
  onLoss: 'silent',
  permit: () => undefined,
};

const page = (path: string, extension: string): Omit<PlainRoute, 'handle'> => ({
  family: 'site',
  method: 'GET',
  path,
  operation: `page ${path}`,
  tag: { name: 'Pages', about: 'For people.' },
  summary: 'A page, or a part of one',
  access: everybody,
  withoutRecords: true,
  answer: 'text',
  mediaType: types[extension] ?? 'application/octet-stream',
  file: 'server/http/pages.ts',
});
