import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Rule } from '../../access/access-rule.ts';
import { hasAlready, LastingBytes } from '../answers/lasting-bytes.ts';
import type { FamilyName } from '../routing/families.ts';
import type { Call, PlainRoute, Reply, Route } from '../routing/route.ts';

/** Files of a folder, each under its name; clients revalidate them each time. */
export const filesIn = (below: string, folder: URL, names: readonly string[]): Route[] =>
  names.map((name) =>
    lastingPage(`${below}/${name}`, extname(name), () => new LastingBytes(readFileSync(new URL(name, folder)))),
  );

/** A page that is made when it is first requested, and kept. */
export function lastingPage(path: string, extension: string, make: () => LastingBytes, given: Partial<Given> = {}): Route {
  const { cache, family, links } = { ...usual, ...given };
  let made: LastingBytes | undefined;
  const handle = async (call: Call): Promise<Reply> => {
    made ??= make();
    const reply = await lastingReply(made, call, cache);
    return links ? { ...reply, headers: { ...reply.headers, Vary: LINKED_BY, Link: links(call) } } : reply;
  };
  const headers = links ? [...ofLasting, 'Link' as const] : ofLasting;
  const others = { 304: { says: 'Who asks has it already', headers } };
  return { ...page(path, extension), family, headers, others, handle };
}

interface Given {
  /** `Cache-Control` */
  readonly cache: string;
  readonly family: FamilyName;
  /** `Link`: what the page loads next, by language and session. */
  readonly links?: (call: Call) => string;
}

const LINKED_BY = 'Accept-Encoding, Accept-Language, Cookie';

/** Clients keep it but revalidate each time, because a newer server has a newer page. */
const usual: Pick<Given, 'cache' | 'family'> & Partial<Given> = { cache: 'no-cache', family: 'site' };

/** What every page has in common. */
export const page = (path: string, extension: string): Omit<PlainRoute, 'handle'> => ({
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
  file: 'server/http/pages/lasting-page.ts',
});

const everybody: Rule = {
  says: 'everybody',
  scope: 'nothing',
  credential: 'ignored',
  licensed: false,
  onLoss: 'silent',
  permit: () => undefined,
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const ofLasting = ['Cache-Control', 'ETag', 'Vary', 'Content-Encoding'] as const;

async function lastingReply(lasting: LastingBytes, { headers: sent }: Call, cache: string): Promise<Reply> {
  const coding = lasting.codingFor(sent);
  const tag = lasting.tag(coding);
  const headers = { 'Cache-Control': cache, ETag: tag, Vary: 'Accept-Encoding' };
  if (hasAlready(sent, tag)) return { status: 304, headers };
  const encoding = coding === 'identity' ? {} : { 'Content-Encoding': coding };
  return { headers: { ...headers, ...encoding }, body: [await lasting.in(coding)] };
}
