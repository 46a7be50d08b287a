import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { DISPLAY_SCOPES, LASTING_SCOPES, Pairing } from '../../model/resources/accounts/pairing.ts';
import { CONFIRMED, GUEST, User } from '../../model/resources/accounts/user.ts';
import { wallAddress } from '../../model/resources/accounts/wall-address.ts';
import { DisplayClient } from '../../model/resources/displays/display-client.ts';
import type { Actor } from '../access/actor.ts';
import { owns } from '../access/authorization/steerers.ts';
import type { Transaction } from '../store/store.ts';
import { createUser } from '../users/create-user.ts';

/** What a person hands over to a wall. */
export interface HandedOver {
  /** The user as whom the wall is signed in. */
  readonly user: number;
  /** The name of an account that is made for it instead. */
  readonly newUser: string | undefined;
  /** Undefined: what the wall needs. */
  readonly scopes: Pairing['scopes'] | undefined;
  /** The wall that it is again; empty: none. */
  readonly installation: string;
  /** What it shows as a further machine of that wall; empty: it is the wall. */
  readonly surface: string;
}

/** Writes what a person hands over to the wall that waits. Throws 400, 403 or 404, also when the wall does not wait any more. */
export function* confirmPairing(tx: Transaction, id: string, actor: Actor, handed: HandedOver): Work<Pairing> {
  const { directory } = tx;
  const pairing = openPairing(directory, id, Date.parse(tx.now));
  if (pairing?.user_id !== 0) throw refuse.absent('Pairing code not found');
  refuseUnasked(pairing, handed);
  // The role may have been lost since the request came
  if (isForOthers(handed, actor) && !directory.get(User, actor.id)?.admin) throw refuse.denied();
  const { installation: installation_id, surface } = handed;
  if (installation_id !== '') requireOwned(directory, actor, installation_id);
  const user = handed.newUser === undefined ? userOf(directory, handed.user) : yield* makeAccount(tx, handed.newUser);
  const scopes = handed.scopes ?? (pairing.lasts === 'wall' ? LASTING_SCOPES : DISPLAY_SCOPES);
  directory.update(Pairing, { ...pairing, user_id: user.id, scopes, installation_id, surface, confirmed_by: actor.id });
  const { name, address, lasts } = pairing;
  const more = { ...(lasts && { lasts }), ...(installation_id && { installation_id }), ...(surface && { surface }) };
  const details = { name, address, scopes, ...more };
  tx.audit({ action: 'Wall paired', target_type: 'user', target_id: String(user.id), target_name: user.name, details });
  return pairing;
}

/** Only administrators hand over more than themselves. */
export const isForOthers = ({ user, newUser }: HandedOver, { id }: Pick<Actor, 'id'>): boolean =>
  newUser !== undefined || user !== id;

export function openPairing(view: View, id: string, now: number): Pairing | undefined {
  const pairing = view.get(Pairing, id);
  return pairing && pairing.expires_at > now ? pairing : undefined;
}

function refuseUnasked({ lasts }: Pairing, { newUser, installation, surface }: HandedOver): void {
  const sent = { new_user: newUser !== undefined, installation_id: installation !== '', surface: surface !== '' };
  const key = Object.entries(sent).find(([, is]) => is)?.[0];
  if (key && lasts !== 'wall') throw refuse.invalid(`${key} is for a wall that asks to stay signed in`);
  if (sent.surface && !sent.installation_id) throw refuse.missing('installation_id');
}

function requireOwned(directory: View, actor: Actor, id: string): void {
  const found = directory.get(DisplayClient, id);
  if (!found || found.forgotten || !owns(directory, actor, found)) throw refuse.notFound('Installation', id);
}

function userOf(directory: View, id: number): User {
  const user = directory.get(User, id);
  if (!user) throw refuse.notFound('User', id);
  if (id === GUEST) throw refuse.denied();
  return user;
}

/** An account of the wall's own: nobody signs in to it with a password, and no mail is sent to it. */
function makeAccount(tx: Transaction, name: string): Work<User> {
  const email = wallAddress(tx.newId().slice(0, 8));
  return createUser(tx, { name, email, approved: true }, { password_hash: '', ...CONFIRMED });
}
