import { jsonText } from '../../../model/json.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import type { Principal } from '../../../model/resources/grant.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import type { Access } from '../../access/authorization/access.ts';
import type { Grants } from '../../access/authorization/inherited-grants.ts';

interface ShownEntry {
  readonly id: number;
  readonly inherited: boolean;
  readonly permission: Permission;
}

/** The permissions of a canvas or a folder as GET answers them (interface/canvases 4.1); undefined when it is not there. */
export function permissionsText(access: Access, id: string): string | undefined {
  const place = access.place(id);
  if (!place) return undefined;
  const entries = listed(place.grants, access.inherited(place.parent));
  return jsonText({
    editors_can_share: place.editorsCanShare,
    ...(place.kind === Canvas && { link_permission: place.link }),
    state: 'normal',
    users: entriesOf('user:', entries),
    groups: entriesOf('group:', entries),
  });
}

interface EntryValue {
  readonly permission: Permission;
  readonly inherited: boolean;
}

/** The entry of each principal: the one on the object, or else the nearest above. */
export function listed(explicit: Grants, inherited: Grants): Map<Principal, EntryValue> {
  const entries = new Map<Principal, EntryValue>();
  for (const [principal, permission] of inherited) entries.set(principal, { permission, inherited: true });
  for (const [principal, permission] of explicit) entries.set(principal, { permission, inherited: false });
  return entries;
}

const entriesOf = (prefix: 'user:' | 'group:', entries: ReadonlyMap<Principal, EntryValue>): ShownEntry[] =>
  [...entries]
    .filter(([principal]) => principal.startsWith(prefix))
    .map(([principal, { permission, inherited }]) => ({ id: Number(principal.slice(prefix.length)), inherited, permission }))
    .sort((a, b) => a.id - b.id);
