import { signal } from '@preact/signals';
import type { Ports } from '../../client/index.ts';
import { Rest } from '../../client/rest.ts';
import { Refusal } from '../../model/refusal-error.ts';

/** Counts the answers that said that nobody is signed in any more; web/session/follow.ts looks who is, then. */
export const unauthorized = signal(0);

/** The refusal of a request that nobody answered. */
export const noAnswer = (): Refusal => new Refusal('unanswered', 0, '');

/** Requests of the page; the cookie says who asks. Rejects with a Refusal without an answer, too. */
export const pageFetch: Ports['fetch'] = async (url, options) => {
  const answer = await fetch(url, options).catch(() => Promise.reject(noAnswer()));
  if (answer.status === 401) unauthorized.value += 1;
  return answer;
};

const token = (): string => '';

/** The interface. */
export const rest = new Rest({ server: '', token }, { fetch: pageFetch });

/** What belongs to the site and not to the interface: `/session` and below. */
export const site = new Rest({ server: '', base: '', token }, { fetch: pageFetch });
