import { useEffect, useState } from 'preact/hooks';
import type { User } from '../../../model/resources/accounts/user.ts';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { language } from '../../texts.ts';
import { pairTexts } from './pair-texts.ts';

export type PairPerson = Pick<User, 'id' | 'name'>;

/** The people as whom an administrator may sign a wall in; others may only choose themselves. */
export function usePeople(me: PairPerson & Pick<User, 'admin'>): readonly PairPerson[] {
  const [people, setPeople] = useState<readonly PairPerson[]>([me]);
  useEffect(() => {
    if (me.admin) rest.get<readonly User[]>('/users').then((all) => setPeople(all.filter(maySignIn)), sayFault);
  }, []);
  return people.toSorted((one, other) => one.name.localeCompare(other.name, language.value));
}

/** The Guest has no address. */
const maySignIn = ({ email, approved, blocked }: User): boolean => email !== '' && approved && !blocked;

export const optionOf =
  (me: PairPerson) =>
  ({ id, name }: PairPerson): { readonly value: string; readonly text: string } => ({
    value: String(id),
    text: id === me.id ? pairTexts.value.asMe(name) : name,
  });
