/** Who asks. Made by `authenticate` from the durable directory, anew for each question. */
export interface Actor {
  /** Guest (100) for requests without a credential. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  /** `none`: no credential was sent. */
  readonly credential: 'none' | 'temporary' | 'permanent';
  /** Record key of the token in the directory, `''` without one. */
  readonly token: string;
}

export { ALL_USERS } from '../../model/resources/group.ts';
export { GUEST } from '../../model/resources/user.ts';
