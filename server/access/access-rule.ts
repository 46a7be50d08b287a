import type { Actor } from './actor.ts';

/** Ids of the path, decoded, UUIDs in lower case. */
export type Params = Readonly<Record<string, string>>;

/**
 * Who may use a route. A required property of every route. `permit` is synchronous over the durable directory:
 * asked before the body is read, again in the turn that runs the command or takes the snapshot, and again for
 * open streams after a commit that may have changed rights.
 */
export interface Rule {
  /** A sentence for `docs/endpoints.txt`: `anyone`, `signed in`, `administrator`, `view on the canvas, or its link`. */
  readonly says: string;
  /** False: no credential is looked at, or only if valid (`optional`). */
  readonly credential: 'required' | 'optional' | 'ignored' | 'link';
  /** The owner of the credential may be blocked (logout). Given to `authenticate` as its second argument. */
  readonly blockedToo?: boolean;
  /** 402 applies. */
  readonly licensed: boolean;
  /** Throws: path ids (400 of users and groups), object 404, permission 403. The role before the object where the interface says so. */
  permit(actor: Actor, params: Params): void;
  /**
   * How an open stream ends when `permit` refuses later: `silent` just ends (roles); `vanish` first tells
   * everything the subscriber holds as deleted (objects). A refused credential always ends silently.
   */
  readonly onLoss: 'silent' | 'vanish';
}
