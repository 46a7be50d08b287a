import { signal } from '@preact/signals';
import { rest } from '../../session/rest.ts';
import { EVERYBODY, GUEST, type Principal } from './grants.ts';

/** A person or a group that can be given access. */
export interface Known extends Principal {
  readonly name: string;
  /** The e-mail address of a person; empty for groups. */
  readonly email: string;
}

interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Everybody on the server, once somebody has asked. */
export const known = signal<ReadonlyMap<string, Known>>(new Map());

export const keyOf = ({ kind, id }: Principal): string => `${kind}-${id}`;

/** Rejects with a Refusal. */
export async function loadKnown(): Promise<void> {
  const [users, groups] = await Promise.all([
    rest.get<readonly User[]>('/users'),
    rest.get<readonly { readonly id: number; readonly name: string }[]>('/groups'),
  ]);
  const all: Known[] = [
    ...users.map(({ id, name, email }): Known => ({ kind: 'user', id, name, email })),
    ...groups.map(({ id, name }): Known => ({ kind: 'group', id, name, email: '' })),
  ];
  known.value = new Map(all.map((one) => [keyOf(one), one]));
}

/** How many are offered. Whoever is not among them is found by more letters. */
const MOST = 8;

/** The people and groups that match the letters typed and are not left out; names that begin with the letters come first. */
export function fitting(all: Iterable<Known>, typed: string, isLeftOut: (one: Known) => boolean): readonly Known[] {
  const letters = plain(typed);
  const fits = [...all].flatMap((one) => {
    const rank = isAnybody(one) || isLeftOut(one) ? 3 : rankOf(one, letters);
    return rank === 3 ? [] : [{ one, rank }];
  });
  return fits
    .sort((a, b) => a.rank - b.rank || a.one.name.localeCompare(b.one.name))
    .slice(0, MOST)
    .map(({ one }) => one);
}

const isAnybody = ({ kind, id }: Known): boolean => kind === 'user' && id === GUEST;

/** 0: the name begins with the letters. 1: a word of it does. 2: they stand elsewhere. 3: nowhere. The group of all is first. */
function rankOf({ kind, id, name, email }: Known, letters: string): number {
  const text = plain(name);
  if (letters === '') return kind === 'group' && id === EVERYBODY ? 0 : 1;
  if (text.startsWith(letters)) return 0;
  if (text.split(/[\s.-]+/).some((word) => word.startsWith(letters)) || plain(email).startsWith(letters)) return 1;
  return text.includes(letters) || plain(email).includes(letters) ? 2 : 3;
}

const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
