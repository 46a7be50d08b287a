import type { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import type { accountTextsIn } from '../../../texts/account.ts';

type Words = (typeof accountTextsIn)['en'];

/** Days without use after which a token is perhaps forgotten. */
const FORGOTTEN_DAYS = 90;
const DAY_MS = 86_400_000;

/** What a token may do, and until when: `May read and change 2 canvases · ends on 1 March`. */
export function tokenSentence(
  one: Pick<AccessToken, 'scopes' | 'canvas_ids' | 'expires_at'>,
  words: Words,
  language: string,
): string {
  const scopes = one.scopes ?? [];
  const does = scopes.includes('write')
    ? [words.may.write, ...scopes.filter((scope) => scope === 'control' || scope === 'admin').map((scope) => words.may[scope])]
    : scopes.map((scope) => words.may[scope]);
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(does.length > 0 ? does : [words.may.all]);
  const where = one.canvas_ids === null ? words.mayEverywhere(list) : words.mayOn(list, one.canvas_ids.length);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  return `${where} · ${one.expires_at === null ? words.endsNever : words.endsOn(date.format(new Date(one.expires_at)))}`;
}

/** When it was used last, or made, in milliseconds since 1970. Only the day of a use is known. */
const lastOf = ({ last_used_at, created_at }: Pick<AccessToken, 'last_used_at' | 'created_at'>): number =>
  last_used_at === '' ? Date.parse(`${created_at}Z`) : Date.parse(last_used_at);

export const isForgotten = (one: Pick<AccessToken, 'last_used_at' | 'created_at'>, now: number): boolean =>
  now - lastOf(one) >= FORGOTTEN_DAYS * DAY_MS;

export function usedText(
  one: Pick<AccessToken, 'last_used_at' | 'created_at'>,
  now: number,
  words: Words,
  language: string,
): string {
  if (isForgotten(one, now)) return words.forgotten(Math.floor((now - lastOf(one)) / DAY_MS));
  if (one.last_used_at === '') return words.neverUsed;
  const days = Math.floor(now / DAY_MS) - Math.floor(lastOf(one) / DAY_MS);
  return words.used(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.max(0, days), 'day'));
}
