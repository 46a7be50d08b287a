import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../../model/html.ts';
import type { Refusal } from '../../model/refusal.ts';

/**
 * Addresses with the same kind of reader and so the same kind of answer: programs, people with a browser, the scripts
 * of our own pages, monitoring.
 */
export interface Family {
  /** Prefix of the path of each of its routes. */
  readonly base: string;
  /** An unknown path that begins with one of these segments is refused in the form of this family. */
  readonly firstSegments: readonly string[];
  /** Headers of every answer, besides those of its content. */
  readonly headers: readonly string[];
  /** The form of a refusal. */
  readonly refusal: (refusal: Pick<Refusal, 'status' | 'message'>) => { readonly type: string; readonly text: string };
}

/** Prefix of the interface; it holds only the major version. */
export const base = '/api/v1';

export type FamilyName = 'interface' | 'site' | 'page' | 'operations';
export type Families = Readonly<Record<FamilyName, Family>>;

export function createFamilies(): Families {
  const [missing, refused] = [readPage('missing.html'), readPage('refused.html')];
  return {
    interface: {
      base,
      firstSegments: ['api'],
      headers: [],
      refusal: ({ message }) => ({ type: 'application/json', text: errorBody(message) }),
    },
    site: {
      base: '',
      firstSegments: [],
      headers: siteHeaders,
      refusal: ({ status, message: text }) => ({
        type: 'text/html; charset=utf-8',
        text: status === 404 ? missing : fill(refused, { title: STATUS_CODES[status] ?? '', text }),
      }),
    },
    page: {
      base: '',
      firstSegments: ['session'],
      headers: nosniff,
      refusal: ({ message }) => ({ type: 'application/json', text: errorBody(message) }),
    },
    operations: {
      base: '',
      firstSegments: ['healthz', 'metrics'],
      headers: [],
      refusal: ({ message }) => ({ type: 'text/plain; charset=utf-8', text: `${message}\n` }),
    },
  };
}

/**
 * Own files only: a page can neither load from nor send to anywhere else, nor be framed. Images may also be `data:` and `blob:`,
 * because the viewer's style embeds small pictures, and the viewer shows pictures that a request answered.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const nosniff = ['X-Content-Type-Options', 'nosniff'];
const siteHeaders = [...['Content-Security-Policy', policy], ...nosniff, ...['Referrer-Policy', 'no-referrer']];

/** `{"msg":"…"}`; a text that cannot be serialised gives the constant, never `{}`. */
export function errorBody(text: unknown): string {
  return typeof text === 'string' && text !== '' ? JSON.stringify({ msg: text }) : '{"msg":"Internal server error"}';
}

export const readPage = (name: string): string => readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8');

/** Replaces `{{name}}`. The values come from requests, so they are escaped. */
export function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}
