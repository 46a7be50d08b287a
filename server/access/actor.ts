/** Who makes a request: a signed-in user or the Guest. `authenticate` makes it from the durable directory, anew each time. */
export interface Actor {
  /** 100, the Guest, when the request has no credential. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  /** `none`: the request has no credential. */
  readonly credential: 'none' | 'temporary' | 'permanent';
  /** The record key of the token in the directory; `''` without a token. */
  readonly token: string;
}

export { ALL_USERS } from '../../model/resources/group.ts';
export { GUEST } from '../../model/resources/user.ts';
