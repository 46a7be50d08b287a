import { isMailAddress } from '../../model/page-addresses.ts';

let token = '';

/** The token of the link in a mail by which this page was opened; empty: there is none. */
export const mailToken = (): string => token;

/** Takes the token out of the address, before anything else: neither the history nor whoever looks at the screen should have it. */
export function takeMailToken(): void {
  if (!isMailAddress(location.pathname)) return;
  token = new URLSearchParams(location.search).get('token') ?? '';
  history.replaceState(null, '', location.pathname);
}
