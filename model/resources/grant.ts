import { readonly } from '../field.ts';
import type { View } from '../hooks.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { OneOf, Text } from '../types.ts';
import { type Permission, permissions } from './permission.ts';

/** A user or group that can be given a permission, as its record key. */
export type Principal = `user:${number}` | `group:${number}`;

export const userPrincipal = (id: number): Principal => `user:${id}`;
export const groupPrincipal = (id: number): Principal => `group:${id}`;

/** One explicit permission entry of a user or a group on a folder or a canvas; everything below inherits it. */
export const Grant = defineResource({
  name: 'Grant',
  fields: {
    id: readonly(Text(), ''),
    object_id: readonly(Text(), ''),
    principal: readonly(Text(), ''),
    permission: readonly(OneOf(permissions), 'none' as Permission),
  },
  indexes: {
    'grants-on': (grant) => grant.object_id,
    'grants-of': (grant) => grant.principal,
  },
  cascades: { 'grants-on': 0, 'grants-of': 0 },
});
export type Grant = RecordOf<typeof Grant>;

export const grantOf = (object_id: string, principal: Principal, permission: Permission): Grant => ({
  id: `${object_id}/${principal}`,
  object_id,
  principal,
  permission,
});

/** The explicit entries of an object. */
export function grantsOn(view: View, object: string): Map<Principal, Permission> {
  return new Map(view.by(Grant, 'grants-on', object).map((grant) => [grant.principal as Principal, grant.permission]));
}
