import type { Principal } from '../../../model/resources/grant.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import type { Grants } from '../../access/authorization/inherited-grants.ts';
import type { SentEntry } from './read.ts';

export interface Present {
  /** The entries on the object itself. */
  readonly explicit: Grants;
  /** The nearest entry of each principal above the object. */
  readonly inherited: Grants;
  /** The access that these entries would give to a user who has no entry among them. */
  readonly without: (user: number, explicit: Grants) => Permission;
}

/**
 * The entries on an object after a POST (interface/canvases 4.3). Principals that the body does not name keep their entries.
 * `none` is stored only where it bars something: an inherited entry or, for a user, what the user's groups give. A body that
 * repeats the answer of a GET changes nothing.
 */
export function mergePermissions(present: Present, sent: readonly SentEntry[]): Map<Principal, Permission> {
  const next = new Map(present.explicit);
  for (const entry of sent) {
    // The user's entry is removed first, because what the groups give is asked without it
    next.delete(entry.principal);
    if (isStored(present, entry, next)) next.set(entry.principal, entry.permission);
  }
  return next;
}

function isStored(present: Present, { principal, permission, inherited }: SentEntry, others: Grants): boolean {
  const above = present.inherited.get(principal);
  if (inherited && permission === above) return false;
  if (permission !== 'none' || above !== undefined) return true;
  const isRepeated = inherited === false && present.explicit.get(principal) === 'none';
  return isRepeated || givenByGroups(present, principal, others) !== 'none';
}

function givenByGroups(present: Present, principal: Principal, others: Grants): Permission {
  return principal.startsWith('user:') ? present.without(numberOf(principal), others) : 'none';
}

export const numberOf = (principal: Principal): number => Number(principal.slice(principal.indexOf(':') + 1));
