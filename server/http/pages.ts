import { readFileSync } from 'node:fs';
import type { Answers } from './answer.ts';
import { endpointsOf } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
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

function allPages(parts: PageParts): Page[] {
  const { answers } = parts;
  let document: string | undefined;
  const start = readPage('start.html');
  const docs = readPage('docs.html');
  const endpointCount = String(endpointsOf(parts.routes).length);
  return [
    {
      path: '/',
      show(exchange) {
        const address = parts.externalUrl().replace(/\/+$/, '') || parts.proxies.requestedOrigin(exchange.request);
        sendHtml(answers, exchange, 200, fill(start, { address, version: parts.version, endpoints: endpointCount }));
      },
    },
    { path: '/api/docs', show: (exchange) => sendHtml(answers, exchange, 200, docs) },
    {
      path: '/api/openapi.json',
      show(exchange) {
        document ??= openApiText(parts.routes);
        answers.json(exchange, document);
      },
    },
    asset(answers, 'page.css', 'text/css; charset=utf-8'),
    asset(answers, 'docs.css', 'text/css; charset=utf-8'),
    asset(answers, 'docs.js', 'text/javascript; charset=utf-8'),
    asset(answers, 'icon.svg', 'image/svg+xml'),
  ];
}

function asset(answers: Answers, name: string, type: string): Page {
  const text = readPage(name);
  return { path: `/pages/${name}`, show: (exchange) => send(answers, exchange, 200, type, text) };
}

const readPage = (name: string): string => readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8');

/** Replaces `{{name}}`; the values come from requests, so they are escaped. */
function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Own files only: a page can neither load from nor send to anywhere else, nor be framed. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const sendHtml = (answers: Answers, exchange: Exchange, status: number, text: string): void =>
  send(answers, exchange, status, 'text/html; charset=utf-8', text);

function send(answers: Answers, exchange: Exchange, status: number, type: string, text: string): void {
  answers.write(
    exchange,
    status,
    [
      ...['Content-Type', type],
      ...['Content-Length', String(Buffer.byteLength(text))],
      ...['Cache-Control', 'no-cache'],
      ...['Content-Security-Policy', policy],
      ...['X-Content-Type-Options', 'nosniff'],
      ...['Referrer-Policy', 'no-referrer'],
    ],
    text,
  );
}
