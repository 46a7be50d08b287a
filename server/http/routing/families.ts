import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../../../model/html.ts';
import type { Refusal } from '../../../model/refusal.ts';
import { documentHeaders, framedHeaders, mailedHeaders, nosniff, siteHeaders } from '../bounds/policies.ts';

/**
 * Addresses with the same kind of reader and so the same kind of answer: programs, people with a browser, the page and its files, the
 * page behind the link in a mail, the scripts of our own pages, health checks, monitoring, commands on the machine of the server.
 */
export interface Family {
  /** Prefix of the path of each of its routes. */
  readonly base: string;
  /** An unknown path that begins with one of these segments is refused in the form of this family. */
  readonly firstSegments: readonly string[];
  /** Headers of every answer, besides those of its content. */
  readonly headers: readonly string[];
  /** Machines ask every second and tell themselves what they hear: an answer gets no line in the log. */
  readonly isQuiet?: true;
  /** The form of a refusal. */
  readonly refusal: (refusal: Pick<Refusal, 'status' | 'message'>) => { readonly type: string; readonly text: string };
}

/** Prefix of the interface; it holds only the major version. */
export const base = '/api/v1';

export type FamilyName =
  | 'interface'
  | 'site'
  | 'framed'
  | 'document'
  | 'mailed'
  | 'page'
  | 'operations'
  | 'monitoring'
  | 'operator';
export type Families = Readonly<Record<FamilyName, Family>>;

/** @param streamSources servers from which the page may load parts of IP videos, as a policy names them */
export function createFamilies(streamSources: readonly string[]): Families {
  const [missing, refused] = [readPage('missing.html'), readPage('refused.html')];
  const refusal: Family['refusal'] = ({ status, message: text }) => ({
    type: 'text/html; charset=utf-8',
    text: status === 404 ? missing : fill(refused, { title: STATUS_CODES[status] ?? '', text }),
  });
  return {
    interface: {
      base,
      firstSegments: ['api'],
      headers: [],
      refusal: ({ message }) => ({ type: 'application/json', text: errorBody(message) }),
    },
    site: { base: '', firstSegments: [], headers: siteHeaders(), refusal },
    framed: { base: '', firstSegments: [], headers: framedHeaders(), refusal },
    document: { base: '', firstSegments: [], headers: documentHeaders(streamSources), refusal },
    mailed: { base: '', firstSegments: [], headers: mailedHeaders(), refusal },
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
      isQuiet: true,
      refusal: ({ message }) => ({ type: 'text/plain; charset=utf-8', text: `${message}\n` }),
    },
    monitoring: {
      base: '',
      // `operations` has the first segment of its paths, for listeners that have no metrics
      firstSegments: [],
      headers: [],
      isQuiet: true,
      refusal: ({ message }) => ({ type: 'text/plain; charset=utf-8', text: `${message}\n` }),
    },
    operator: {
      base: '',
      firstSegments: ['operate'],
      headers: [],
      refusal: ({ message }) => ({ type: 'application/json', text: errorBody(message) }),
    },
  };
}

/** `{"msg":"…"}`; a text that cannot be serialised gives the constant, never `{}`. */
export function errorBody(text: unknown): string {
  return typeof text === 'string' && text !== '' ? JSON.stringify({ msg: text }) : '{"msg":"Internal server error"}';
}

export const readPage = (name: string): string => readFileSync(new URL(`../pages/${name}`, import.meta.url), 'utf8');

/** Replaces `{{name}}`. The values come from requests, so they are escaped. */
export function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}
