import type { Principal } from '../../model/resources/grant.ts';
import { higher, type Permission } from '../../model/resources/permission.ts';

/**
 * What the entries from a place up to the root give an actor, reduced to what matters below it: the nearest entry
 * of the user, and of each group the nearest entry that is nearer than the user's own. Walking down, an entry
 * of the user replaces everything above and beats the groups beside it; an entry of a group replaces that group's.
 */
export interface InheritedGrants {
  readonly user: Permission | undefined;
  readonly groups: ReadonlyMap<Principal, Permission>;
}

export interface Principals {
  readonly user: Principal;
  /** Group 1, All Users, included. */
  readonly groups: ReadonlySet<Principal>;
}

export type Grants = ReadonlyMap<Principal, Permission>;

export const NOTHING_INHERITED: InheritedGrants = { user: undefined, groups: new Map() };

/** What is inherited below an object with these entries; `above` itself when none of them concerns the actor. */
export function descend(above: InheritedGrants, grants: Grants, who: Principals): InheritedGrants {
  const user = grants.get(who.user);
  if (user !== undefined) return { user, groups: NOTHING_INHERITED.groups };
  let groups: Map<Principal, Permission> | undefined;
  // A canvas may be shared with thousands, and a user be in thousands of groups: one of the two is looked through
  for (const principal of grants.size < who.groups.size ? grants.keys() : who.groups) {
    const permission = who.groups.has(principal) ? grants.get(principal) : undefined;
    if (permission !== undefined) (groups ??= new Map(above.groups)).set(principal, permission);
  }
  return groups ? { user: above.user, groups } : above;
}

/** Effective access by permission entries (interface/canvases 4.2, rules 1 to 3). */
export function accessOf(inherited: InheritedGrants): Permission {
  let access = inherited.user ?? 'none';
  for (const permission of inherited.groups.values()) access = higher(access, permission);
  return access;
}
