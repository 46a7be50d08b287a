import { refuse } from '../../model/refusal.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { userKey } from '../../model/resources/user.ts';
import type { Asker, Places } from './destination.ts';

/** 409 when the caller may not make so many more canvases. Those that the caller made and that are still there count. */
export function refuseMoreCanvases({ directory }: Places, { caller, mostCanvases = 0 }: Asker, more = 1): void {
  if (mostCanvases === 0 || directory.count(Canvas, 'canvases-by', userKey(caller.id)) + more <= mostCanvases) return;
  throw refuse.conflict(`A user may have made at most ${mostCanvases} canvases: delete some, those in the trash count`);
}
