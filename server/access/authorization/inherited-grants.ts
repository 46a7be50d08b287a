import type { Principal } from '../../../model/resources/grant.ts';
import { higher, type Permission } from '../../../model/resources/permission.ts';

/**
 * What the entries from a folder or canvas up to the root give a user, reduced to what matters below: the nearest entry of the
 * user, and of each group its nearest entry if that is nearer than the user's. On the way down, an entry of the user replaces
 * all entries above and beats those of groups beside it; an entry of a group replaces those of that group above.
 */
export interface InheritedGrants {
  readonly user: Permission | undefined;
  readonly groups: ReadonlyMap<Principal, Permission>;
}

export interface Principals {
  readonly user: Principal;
  /** Among them group 1, All Users. */
  readonly groups: ReadonlySet<Principal>;
}

export type Grants = ReadonlyMap<Principal, Permission>;

export const NOTHING_INHERITED: InheritedGrants = { user: undefined, groups: new Map() };

/** What objects below one with these entries inherit; `above` itself when none of the entries concerns the user. */
export function descend(above: InheritedGrants, grants: Grants, who: Principals): InheritedGrants {
  const user = grants.get(who.user);
  if (user !== undefined) return { user, groups: NOTHING_INHERITED.groups };
  let groups: Map<Principal, Permission> | undefined;
  // A canvas may have thousands of entries, and a user thousands of groups: the loop goes through the shorter list
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
