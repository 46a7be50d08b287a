import { useEffect, useState } from 'preact/hooks';
import type { User } from '../../../model/resources/accounts/user.ts';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { language } from '../../texts.ts';
import { pairTexts } from './pair-texts.ts';

export type Person = Pick<User, 'id' | 'name'>;

/** The people as whom an administrator may sign a wall in; others may only choose themselves. */
export function usePeople(me: Person & Pick<User, 'admin'>): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([me]);
  useEffect(() => {
    if (me.admin) rest.get<readonly User[]>('/users').then((all) => setPeople(all.filter(maySignIn)), sayFault);
  }, []);
  return people.toSorted((one, other) => one.name.localeCompare(other.name, language.value));
}

/** The Guest has no address. */
const maySignIn = ({ email, approved, blocked }: User): boolean => email !== '' && approved && !blocked;

export const optionOf =
  (me: Person) =>
  ({ id, name }: Person): { readonly value: string; readonly text: string } => ({
    value: String(id),
    text: id === me.id ? pairTexts.value.asMe(name) : name,
  });
