import type { Access } from '../access/authorization/access.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import type { Call } from '../http/routing/route.ts';
import type { Store } from '../store/store.ts';
import type { UserLimits } from '../users/user-limits.ts';
import type { ActorRights } from './rules/destination.ts';
import type { Presenter } from './show/present.ts';

/** What the routes of canvases and folders need. */
export interface TreeDeps {
  readonly store: Pick<Store, 'submit' | 'directory' | 'head' | 'load' | 'pin'>;
  readonly rules: Rules;
  readonly access: Access;
  readonly present: Presenter;
  readonly userLimits: UserLimits;
}

export const rightsOf = ({ access, userLimits }: TreeDeps, { actor }: Call): ActorRights => ({
  actor,
  access,
  mostCanvases: userLimits.canvases,
});
