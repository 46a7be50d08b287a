import type { Principal } from '../../../model/resources/grant.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import type { Grants } from '../../access/inherited-grants.ts';
import type { SentEntry } from './read.ts';

export interface Present {
  /** The entries on the object itself. */
  readonly explicit: Grants;
  /** The nearest entry above of each principal. */
  readonly inherited: Grants;
  /** The access of a user who has no entry among these, if the object had them. */
  readonly without: (user: number, explicit: Grants) => Permission;
}

/**
 * The explicit entries after a POST: principals that are not named keep theirs (interface/canvases 4.3).
 * `none` is kept as a bar only where there is something to bar: an inherited entry, or for a user what its groups
 * give. A body that repeats a GET answer changes nothing.
 */
export function mergePermissions(present: Present, sent: readonly SentEntry[]): Map<Principal, Permission> {
  const next = new Map(present.explicit);
  for (const entry of sent) {
    // What the groups give is asked without the own entry
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
