import { refuse } from '../../../model/refusal.ts';
import { userKey } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import type { ActorRights, DirectoryState } from './destination.ts';

/** 409 when `more` canvases would exceed the actor's limit. Canvases that the actor made and that are still there count. */
export function refuseMoreCanvases({ directory }: DirectoryState, { actor, mostCanvases = 0 }: ActorRights, more = 1): void {
  if (mostCanvases === 0 || directory.count(Canvas, 'canvases-by', userKey(actor.id)) + more <= mostCanvases) return;
  throw refuse.conflict(`A user may have made at most ${mostCanvases} canvases: delete some, those in the trash count`);
}
