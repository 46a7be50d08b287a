import { refuse } from '../../../model/refusal.ts';

/** The last value of each query parameter. Has no prototype, so that no name is special. */
export type Query = Readonly<Record<string, string>>;

const empty: Query = Object.freeze(Object.create(null));

/** Reads the query of a request target; bad percent-encoding is 400 `Invalid URL`. */
export function readQuery(url: string): Query {
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return empty;
  const query: Record<string, string> = Object.create(null);
  for (const pair of url.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=');
    if (pair === '') continue;
    query[decode(equals === -1 ? pair : pair.slice(0, equals))] = equals === -1 ? '' : decode(pair.slice(equals + 1));
  }
  return query;
}

/** A boolean of the query (interface/conventions 1.3): `?x`, `x=`, `true`, `1` are true; absent, `false`, `0` are false; else 400. */
export function readBoolean(query: Query, name: string): boolean {
  const value = query[name];
  if (value === undefined) return false;
  if (value === '' || value === '1') return true;
  if (value === '0') return false;
  const word = value.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw refuse.wrongType(name, 'a boolean');
}

/** An integer of the query, however large; undefined: it was not sent. Else 400. */
export function readInteger(query: Query, name: string): number | undefined {
  const value = query[name];
  if (value !== undefined && !/^-?\d+$/.test(value)) throw refuse.wrongType(name, 'an integer');
  return value === undefined ? undefined : Number(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refuse.invalidUrl();
  }
}
