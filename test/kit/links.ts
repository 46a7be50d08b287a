import type { Answer } from './client.ts';

/** The addresses in the header `Link` of an answer, by relation. */
export function linksOf({ headers: { link = '' } }: Answer): Record<string, string> {
  return Object.fromEntries([...String(link).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url!]));
}

/** The path of an address of the interface, as callers take it. */
export const pathOf = (url: string): string => url.replace(/^.*\/api\/v1/, '');
