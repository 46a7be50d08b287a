import type { View } from '../../../model/hooks.ts';
import { quoted, refuse } from '../../../model/refusal.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { User } from '../../../model/resources/accounts/user.ts';

/** The user whom a path or a body names. 400 when the text is no integer, 404 when no user has this id. */
export function namedUser(view: View, text: string): User {
  return existing(view.get(User, integerId('User', text)), 'User', text);
}

/** The group that a path names, with the 400 and 404 of users. */
export function namedGroup(view: View, text: string): Group {
  return existing(view.get(Group, integerId('Group', text)), 'Group', text);
}

/** Refuses with 400, as `User ID me is not an integer` (interface/auth 0). */
export function integerId(kind: string, text: string): number {
  if (!/^-?[0-9]+$/.test(text)) throw refuse.invalid(`${kind} ID ${quoted(text)} is not an integer`);
  return Number(text);
}

function existing<T>(found: T | undefined, kind: string, text: string): T {
  if (!found) throw refuse.notFound(kind, quoted(text));
  return found;
}
