import { Refusal } from '../../model/refusal.ts';
import { sessionCookie } from '../access/authentication/session-cookie.ts';
import { fill, readPage } from '../http/routing/families.ts';
import type { Call, OtherAnswer, Reply } from '../http/routing/route.ts';
import type { OpenedSession } from '../users/open-session.ts';
import { nextPath } from './next-path.ts';

const type = 'text/html; charset=utf-8';
const page = (says: string): OtherAnswer => ({ says, type, headers: ['Set-Cookie', 'Retry-After'] });

/** What the endpoints of a sign-on answer: the browser is sent on, or is shown a page that says why not. */
export const signOnAnswers = {
  303: { says: 'The browser goes on', headers: ['Location', 'Set-Cookie', 'Cache-Control'] },
  400: page('The answer of the identity provider cannot be read'),
  401: page('The identity provider did not prove who somebody is'),
  403: page('This person may not sign in, or nobody this way'),
  409: page('Something is not set up, or the sign-on was not begun here'),
  413: page('The answer of the identity provider is too large'),
  429: page('Too many sign-ins'),
  503: page('The server cannot take the request now'),
} as const satisfies Readonly<Record<number, OtherAnswer>>;

/** Sends the browser to another address, which no cache may do for somebody else: it comes with the cookies of this one. */
export const sendOn = (to: string, cookies: readonly string[]): Reply => ({
  status: 303,
  headers: { Location: to, 'Set-Cookie': cookies, 'Cache-Control': 'no-store' },
});

/** The end of a sign-on: the browser has a session, and goes where its person wanted to go. `cookies`: further ones to set. */
export const signedOn = (
  { isHttps }: Pick<Call, 'isHttps'>,
  { token }: Pick<OpenedSession, 'token'>,
  next: string,
  cookies: readonly string[],
): Reply => sendOn(nextPath(next), [sessionCookie(token, { isSecure: isHttps }), ...cookies]);

/** Runs a step of a sign-on for a browser, which is shown a refusal as a page from where the person may begin again at `start`. */
export async function forBrowser(start: string, cookies: readonly string[], work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Refusal) || !(cause.status in signOnAnswers)) throw cause;
    return refusedPage(cause, start, cookies);
  }
}

function refusedPage({ status, message, headers }: Refusal, start: string, cookies: readonly string[]): Reply {
  const retryAfter = headers['Retry-After'];
  return {
    status,
    headers: { 'Set-Cookie': cookies, ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) },
    body: fill(readPage('sign-on.html'), { text: message, start }),
  };
}
