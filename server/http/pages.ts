import { existsSync, readFileSync } from 'node:fs';
import type { Answers } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { hasAlready, Lasting } from './lasting.ts';
import { openApiText } from './openapi/document.ts';
import type { HttpParts } from './parts.ts';
import type { Proxies } from './proxies.ts';

/** Something to look at in a browser, or the API document. GET and HEAD only, no credential. */
export interface Page {
  readonly path: string;
  show(exchange: Exchange): void;
}

interface PageParts extends Pick<HttpParts, 'routes' | 'version'> {
  readonly answers: Answers;
  readonly proxies: Proxies;
  readonly externalUrl: () => string;
}

export interface Pages {
  readonly all: readonly Page[];
  /** 404 for people. */
  showMissing(exchange: Exchange): void;
}

/** The start page, the API documentation and its document, with their style and script. Nothing is loaded from elsewhere. */
export function createPages(parts: PageParts): Pages {
  const { answers } = parts;
  const missing = readPage('missing.html');
  return { all: allPages(parts), showMissing: (exchange) => sendHtml(answers, exchange, 404, missing) };
}

const types = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

function allPages(parts: PageParts): Page[] {
  const { answers, routes } = parts;
  const lasting = (path: string, type: keyof typeof types, make: () => Buffer): Page => {
    let made: Lasting | undefined;
    return {
      path,
      show(exchange) {
        made ??= new Lasting(make());
        sendLasting(answers, exchange, types[type], made).catch((error) => answers.error(exchange, error));
      },
    };
  };
  const own = (name: string, type: keyof typeof types): Page =>
    lasting(`/pages/${name}`, type, () => Buffer.from(readPage(name)));
  const viewer = (name: string, type: keyof typeof types): Page =>
    lasting(`/pages/viewer/${name}`, type, () => readFileSync(new URL(name, viewerFolder())));
  return [
    startPage(parts),
    lasting('/api/docs', 'html', () => Buffer.from(readPage('docs.html'))),
    lasting('/api/openapi.json', 'json', () => Buffer.from(openApiText(routes))),
    own('page.css', 'css'),
    own('docs.css', 'css'),
    own('docs.js', 'js'),
    own('icon.svg', 'svg'),
    viewer('swagger-ui.css', 'css'),
    viewer('swagger-ui-bundle.js', 'js'),
  ];
}

/** Names the address under which it was asked for, so there is one for each. */
function startPage({ answers, proxies, externalUrl, version, routes }: PageParts): Page {
  const start = readPage('start.html');
  return {
    path: '/',
    show(exchange) {
      const address = externalUrl().replace(/\/+$/, '') || proxies.requestedOrigin(exchange.request);
      sendHtml(answers, exchange, 200, fill(start, { address, version, endpoints: String(routes.length) }));
    },
  };
}

const readPage = (name: string): string => readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8');

/** What the build copied; run from the sources, the package itself. */
function viewerFolder(): URL {
  const built = new URL('./pages/viewer/', import.meta.url);
  return existsSync(built) ? built : new URL('../../node_modules/swagger-ui-dist/', import.meta.url);
}

/** Replaces `{{name}}`; the values come from requests, so they are escaped. */
function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Own files only: a page can neither load from nor send to anywhere else, nor be framed. The viewer's style holds small
 * pictures, and it shows pictures that a request answered.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headersOf = (type: string): string[] => [
  ...['Content-Type', type],
  // Kept, and asked for again each time: a newer server has newer ones
  ...['Cache-Control', 'no-cache'],
  ...['Content-Security-Policy', policy],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
];

function sendHtml(answers: Answers, exchange: Exchange, status: number, text: string): void {
  answers.write(exchange, status, [...headersOf(types.html), 'Content-Length', String(Buffer.byteLength(text))], text);
}

async function sendLasting(answers: Answers, exchange: Exchange, type: string, lasting: Lasting): Promise<void> {
  const { headers } = exchange.request;
  const coding = lasting.codingFor(headers);
  const tag = lasting.tag(coding);
  const common = [...headersOf(type), 'ETag', tag, 'Vary', 'Accept-Encoding'];
  if (hasAlready(headers, tag)) return answers.write(exchange, 304, common, undefined);
  const bytes = await lasting.in(coding);
  if (exchange.response.destroyed) return;
  const encoding = coding === 'identity' ? [] : ['Content-Encoding', coding];
  answers.write(exchange, 200, [...common, ...encoding, 'Content-Length', String(bytes.length)], [bytes]);
}
