import type { View } from '../../model/hooks.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { type Narrowing, NOT_NARROWED } from './narrowing.ts';

/** The id of whoever comes through the door of the data folder, who has no account. No user has it. */
const OPERATOR = -1;

/**
 * The user who makes a request: a signed-in user or the Guest. `authenticate` makes it from the durable directory, anew each
 * time.
 */
export interface Actor {
  /** 100, the Guest, when the request has no credential; `OPERATOR` for the operator. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** An administrator, with a token that is for `admin`: whatever else asks for the role must say why. */
  readonly admin: boolean;
  readonly role: 'user' | 'administrator';
  /** `none`: the request has no credential. `operator`: it came through the door of the data folder. */
  readonly credential: 'none' | 'temporary' | 'permanent' | 'operator';
  /** The record key of the token in the directory; `''` without a token. */
  readonly token: string;
  /** Id of the permanent token that the credential is, or with which it was made by signing in; `''`: neither. */
  readonly accessToken: string;
  readonly narrowing: Narrowing;
  /** The date, in milliseconds since 1970, from which the credential is not valid whatever is open with it; infinite: none. */
  readonly endsAt: number;
}

/** Whoever may open the door may do everything that an administrator may, and has nothing of an account. */
export const operator: Actor = Object.freeze({
  id: OPERATOR,
  name: '',
  email: '',
  admin: true,
  role: 'administrator',
  credential: 'operator',
  token: '',
  accessToken: '',
  narrowing: NOT_NARROWED,
  endsAt: Number.POSITIVE_INFINITY,
});

/** Is it the role of this actor to administer, in this view? Whoever asks must also ask what the token leaves. */
export const isAdministrator = (view: View, { id }: Pick<Actor, 'id'>): boolean =>
  id === OPERATOR || (view.get(User, id)?.admin ?? false);

/** Names an actor in the key of a source: actors of one name see the same, and others must not share it. */
export const viewerOf = ({ id, credential, narrowing: { name } }: Pick<Actor, 'id' | 'credential' | 'narrowing'>): string =>
  `${id}${credential === 'none' ? ' anonymous' : ''}${name && ` by ${name}`}`;

export { ALL_USERS } from '../../model/resources/accounts/group.ts';
export { GUEST } from '../../model/resources/accounts/user.ts';
