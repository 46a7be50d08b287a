import type { Body } from '../../../model/field.ts';
import type { View } from '../../../model/hooks.ts';
import { eitherOf, quoted, refuse } from '../../../model/refusal.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { groupPrincipal, type Principal, userPrincipal } from '../../../model/resources/grant.ts';
import {
  isPermission,
  type LinkPermission,
  linkPermissions,
  type Permission,
  permissions,
} from '../../../model/resources/permission.ts';
import { Bool } from '../../../model/types.ts';

export interface SentEntry {
  readonly principal: Principal;
  readonly permission: Permission;
  /** Undefined when it was not sent. */
  readonly inherited: boolean | undefined;
}

/** What a body says; undefined is what it does not say. */
export interface SentPermissions {
  readonly editors_can_share: boolean | undefined;
  readonly link_permission: LinkPermission | undefined;
  readonly entries: readonly SentEntry[];
}

/** Reads the body of a POST (interface/canvases 4.3). 400 for wrong types, and for users and groups that do not exist. */
export function readPermissions(body: Body, view: View): SentPermissions {
  const { editors_can_share } = body;
  return {
    editors_can_share: isSent(editors_can_share) ? Bool.read(editors_can_share, 'editors_can_share', undefined) : undefined,
    link_permission: readLink(body.link_permission),
    // Groups first, so that the entries of users are merged after those of their groups
    entries: [
      ...readEntries(body, 'groups', (id) => {
        if (!isInteger(id) || !view.get(Group, id)) throw refuse.invalid(`Group ${quoted(id)} does not exist`);
        return groupPrincipal(id);
      }),
      ...readEntries(body, 'users', (id) => {
        if (!isInteger(id) || !view.get(User, id)) throw refuse.invalid(`User ${quoted(id)} does not exist`);
        return userPrincipal(id);
      }),
    ],
  };
}

/** Any letter case. `""` counts as not sent, because one client sends it. */
function readLink(sent: unknown): LinkPermission | undefined {
  if (!isSent(sent) || sent === '') return undefined;
  const link = String(sent).toLowerCase() as LinkPermission;
  if (typeof sent !== 'string' || !linkPermissions.includes(link)) {
    throw refuse.invalid(`Invalid link_permission ${quoted(sent)}: it must be ${eitherOf(linkPermissions)}`);
  }
  return link;
}

/** The last entry that was sent for each principal, so that there are no more entries than users and groups. */
function readEntries(body: Body, key: 'users' | 'groups', find: (id: unknown) => Principal): Iterable<SentEntry> {
  const sent = body[key] ?? [];
  if (!Array.isArray(sent)) throw refuse.wrongType(key, 'an array');
  const found = new Map<unknown, Principal>();
  const principalOf = (id: unknown): Principal => {
    const principal = found.get(id) ?? find(id);
    found.set(id, principal);
    return principal;
  };
  const entries = new Map<Principal, SentEntry>();
  for (const [at, one] of sent.entries()) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) throw refuse.wrongType(`${key}[${at}]`, 'an object');
    const entry = readEntry(one as Body, principalOf);
    entries.set(entry.principal, entry);
  }
  return entries.values();
}

function readEntry({ id, permission, inherited }: Body, principalOf: (id: unknown) => Principal): SentEntry {
  if (!isSent(id)) throw refuse.missing('id');
  const principal = principalOf(id);
  if (!isSent(permission)) throw refuse.missing('permission');
  if (!isPermission(permission)) {
    throw refuse.invalid(`Invalid permission ${quoted(permission)}: it must be ${eitherOf(permissions)}`);
  }
  return { principal, permission, inherited: isSent(inherited) ? Bool.read(inherited, 'inherited', undefined) : undefined };
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
