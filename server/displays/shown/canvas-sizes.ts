import type { Permission } from '../../../model/resources/permission.ts';
import type { Size } from '../../../model/types.ts';
import { rootOf } from '../../../model/widgets/shared-canvas.ts';
import type { Access, AccessActor } from '../../access/authorization/access.ts';
import type { Store } from '../../store/store.ts';

interface Deps {
  readonly store: Pick<Store, 'load'>;
  readonly access: Pick<Access, 'reached' | 'passes'>;
}

/** Whether a user may see a canvas; a link permission counts. False also when there is none. */
export const mayView = (deps: Pick<Deps, 'access'>, user: AccessActor, canvas: string): boolean =>
  may(deps, user, canvas, 'view');

/** Whether a user may change what is on a canvas. False also when there is none. */
export const mayEdit = (deps: Pick<Deps, 'access'>, user: AccessActor, canvas: string): boolean =>
  may(deps, user, canvas, 'edit');

function may({ access }: Pick<Deps, 'access'>, user: AccessActor, canvas: string, needed: Permission): boolean {
  const given = access.reached(user, canvas);
  return given !== undefined && access.passes(user, given, needed);
}

/** Sizes of those of the canvases that a user may view. Rejects with 503 when one of these cannot be read. */
export async function viewableSizes(deps: Deps, user: AccessActor, canvases: readonly string[]): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>();
  for (const canvas of canvases) {
    if (!mayView(deps, user, canvas)) continue;
    const view = await deps.store.load(canvas).catch((cause) => {
      if (cause.status === 404) return undefined;
      throw cause;
    });
    if (view) sizes.set(canvas, rootOf(view).size);
  }
  return sizes;
}
