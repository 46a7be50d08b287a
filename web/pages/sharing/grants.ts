import { atLeast, type LinkPermission, type Permission } from '../../../model/resources/permission.ts';

/** The permissions of a canvas or a folder, in the form of the server's answer (interface/canvases 4.1). */
export interface Permissions {
  readonly editors_can_share: boolean;
  readonly users: readonly GrantEntry[];
  readonly groups: readonly GrantEntry[];
  /** Only of canvases. */
  readonly link_permission?: LinkPermission;
}

export interface GrantEntry {
  readonly id: number;
  readonly permission: Permission;
  /** The entry comes from a folder above. */
  readonly inherited: boolean;
}

/** A person or a group. */
export interface Principal {
  readonly kind: 'user' | 'group';
  readonly id: number;
}

/** What is sent to the server; what is missing stays as it is. */
export interface PermissionsPatch {
  readonly users?: readonly { readonly id: number; readonly permission: Permission }[];
  readonly groups?: readonly { readonly id: number; readonly permission: Permission }[];
  readonly editors_can_share?: boolean;
  readonly link_permission?: LinkPermission;
}

/** The group of everybody with an account. */
export const EVERYBODY = 1;
/** The user of anonymous callers: an entry for it gives nothing (interface/canvases 4.5). */
export const GUEST = 100;

export const patchFor = ({ kind, id }: Principal, permission: Permission): PermissionsPatch =>
  kind === 'user' ? { users: [{ id, permission }] } : { groups: [{ id, permission }] };

/** What is shown before the server has answered. Without an entry above, no access is no entry. */
export function patched(now: Permissions, patch: PermissionsPatch): Permissions {
  return {
    ...now,
    ...(patch.editors_can_share !== undefined && { editors_can_share: patch.editors_can_share }),
    ...(patch.link_permission !== undefined && { link_permission: patch.link_permission }),
    users: merged(now.users, patch.users ?? []),
    groups: merged(now.groups, patch.groups ?? []),
  };
}

function merged(now: readonly GrantEntry[], changes: NonNullable<PermissionsPatch['users']>): readonly GrantEntry[] {
  const entries = new Map(now.map((entry) => [entry.id, entry]));
  for (const { id, permission } of changes) {
    if (permission === 'none' && !entries.get(id)?.inherited) entries.delete(id);
    else entries.set(id, { id, permission, inherited: false });
  }
  return [...entries.values()].sort((a, b) => a.id - b.id);
}

/** What the caller may change here; the server has the last word (interface/canvases 4.4). */
export interface SharingRights {
  readonly mayShare: boolean;
  /** Only owners make owners, and say whether editors may share. */
  readonly isOwner: boolean;
}

export function rightsOf(access: Permission, isAdmin: boolean, { editors_can_share }: Permissions): SharingRights {
  const isOwner = isAdmin || access === 'owner';
  return { isOwner, mayShare: isOwner || (access === 'edit' && editors_can_share) };
}

/** The levels that the caller can give to whoever has this entry. One level: nothing can be changed. */
export function levelsFor(
  { permission, inherited }: Pick<GrantEntry, 'permission' | 'inherited'>,
  rights: SharingRights,
): readonly Permission[] {
  if (!rights.mayShare || (permission === 'owner' && !rights.isOwner)) return [permission];
  const lower: readonly Permission[] = ['view', 'edit'];
  // An entry of no access that stands here bars somebody whom a folder above lets in
  const bar: readonly Permission[] = inherited || permission === 'none' ? ['none'] : [];
  return [...bar, ...lower, ...(rights.isOwner ? (['owner'] as const) : [])];
}

/** Whether nobody else is an owner, so that the server would refuse to take the entry away or to lower it. */
export const isOnlyOwner = (
  { permission, inherited }: GrantEntry,
  { users, groups }: Pick<Permissions, 'users' | 'groups'>,
): boolean =>
  permission === 'owner' && !inherited && [...users, ...groups].filter((entry) => entry.permission === 'owner').length === 1;

/** How many can see it, for a sentence. */
export function summaryOf({ users, groups, link_permission = 'none' }: Permissions): {
  readonly people: number;
  readonly groups: number;
  readonly everybody: boolean;
  readonly link: boolean;
} {
  const sees = ({ permission }: GrantEntry): boolean => atLeast(permission, 'view');
  return {
    people: users.filter((entry) => sees(entry) && entry.id !== GUEST).length,
    groups: groups.filter(sees).length,
    everybody: groups.some((entry) => entry.id === EVERYBODY && sees(entry)),
    link: link_permission !== 'none',
  };
}
