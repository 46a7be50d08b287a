import type { ScopeNeed } from '../../model/token-scopes.ts';
import type { Actor } from './actor.ts';

/** The ids of the path: decoded, and UUIDs in lower case. */
export type Params = Readonly<Record<string, string>>;

/**
 * Which actors may use a route. Every route must name a rule. `permit` is synchronous and reads the durable directory. The server
 * calls it before it reads the body, again in the turn that runs the command or takes the snapshot, and again for open
 * streams after a commit that may have changed rights.
 */
export interface Rule {
  /** What `docs/endpoints.txt` says of it: `anyone`, `signed in`, `administrator`, `view on the canvas, or its link`. */
  readonly says: string;
  /**
   * `required`: without a credential 401. `link`: an actor without one may come in by the link of the canvas. `optional`: one that is
   * not valid counts as not sent. `ignored`: nobody looks at it.
   */
  readonly credential: 'required' | 'optional' | 'ignored' | 'link';
  /** The scope that a narrowed token needs. `permit` checks it first (interface/auth 6.3). */
  readonly scope: ScopeNeed;
  /** A blocked owner of the credential may use the route, too (logout). It is the second argument of `authenticate`. */
  readonly blockedToo?: boolean;
  /** The route answers 402 while the licence is not valid. */
  readonly licensed: boolean;
  /**
   * Throws 400 for ids of users and groups that are no integers, 404 for an object that is not there, 403 without the permission.
   * The role is checked before the object where the interface says so.
   */
  permit(actor: Actor, params: Params): void;
  /**
   * How an open stream ends when `permit` refuses it later. `silent`: it just ends (roles). `vanish`: it first tells the
   * subscriber that everything the subscriber holds is deleted (objects). After a refused credential a stream always just ends.
   */
  readonly onLoss: 'silent' | 'vanish';
}
