import type { View } from '../../../model/hooks.ts';
import { ALL_USERS } from '../../../model/resources/accounts/group.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import type { Client } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import type { Actor } from '../actor.ts';
import { allows } from '../narrowing.ts';

type Steerer = Pick<Actor, 'id' | 'role' | 'narrowing'>;

/**
 * Administrators, the user as whom the client is connected, those who manage its installation, and anybody if the client says so.
 */
export function maySteer(directory: View, actor: Steerer, { id, api_access, control, owner }: Client): boolean {
  if (api_access !== 'rw' || !allows(actor.narrowing, 'control')) return false;
  if (actor.role === 'administrator' || actor.id === owner || control === 'all') return true;
  const known = directory.get(DisplayClient, id);
  return known !== undefined && manages(directory, actor, known);
}

/** Whose an installation is, also while it is not connected. A wall of an administrator sees no other walls. */
export function owns(directory: View, actor: Pick<Actor, 'id' | 'role' | 'token'>, one: DisplayClient): boolean {
  const wall = ownInstallation(directory, actor);
  if (wall) return wall.installation_id === one.id;
  return actor.role === 'administrator' || actor.id === one.last_user_id || manages(directory, actor, one);
}

/** Named as a manager, or in a group that is. */
export const manages = (directory: View, { id }: Pick<Actor, 'id'>, { managers }: DisplayClient): boolean =>
  managers.some((manager) => {
    if ('user_id' in manager) return manager.user_id === id;
    return manager.group_id === ALL_USERS || directory.get(Member, `${manager.group_id}/${id}`) !== undefined;
  });

/** The installation of whose wall session the actor is; undefined: of none. */
export function ownInstallation(directory: View, { token }: Pick<Actor, 'token'>): LoginSession | undefined {
  const found = directory.find(token);
  const session = found?.kind === LoginSession ? (found.record as LoginSession) : undefined;
  return session && session.installation_id !== '' ? session : undefined;
}
