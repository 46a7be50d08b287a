import { refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder, isSystem, isTrash } from '../../model/resources/folder.ts';
import type { Permission } from '../../model/resources/permission.ts';
import { namedIn } from '../../model/resources/tree.ts';
import { systemFolder } from '../access/checks.ts';
import type { Asker, Places } from './destination.ts';

export type Placed = Canvas | Folder;

/** How one of the two kinds that stand in folders is found by its name, and who owns one. */
export interface Placing<R extends Placed> {
  readonly kind: Kind<R>;
  readonly index: string;
  readonly access: (asker: Asker, id: string) => Permission | undefined;
  /** May not be replaced by anybody. */
  readonly fixed: (placed: R) => boolean;
}

export const canvases: Placing<Canvas> = {
  kind: Canvas,
  index: 'canvases-named',
  access: ({ access, caller }, id) => access.canvas(caller, id),
  fixed: () => false,
};

export const folders: Placing<Folder> = {
  kind: Folder,
  index: 'folders-named',
  access: ({ access, caller }, id) => access.folder(caller, id),
  fixed: isSystem,
};

/** The others of the same kind and name directly in a folder (canvases contract 5.2). In a trash equal names pile up. */
export function rivalsOf<R extends Placed>(
  { directory }: Places,
  { kind, index }: Placing<R>,
  { id, name }: Pick<R, 'id' | 'name'>,
  to: string,
): R[] {
  return isTrash(to) ? [] : directory.by(kind, index, namedIn(to, name)).filter((rival) => rival.id !== id);
}

/** Does the operation give way to its rivals? Else they are to be deleted: 403 when the caller does not own them all. */
export function givesWay<R extends Placed>(
  asker: Asker,
  { access, fixed }: Placing<R>,
  rivals: readonly R[],
  { replace }: { readonly replace: boolean },
): boolean {
  if (rivals.length === 0) return false;
  if (!replace) return true;
  const system = rivals.find(fixed);
  if (system) throw systemFolder(system.id);
  const owned = rivals.every(({ id }) => asker.access.passes(asker.caller, access(asker, id) ?? 'none', 'owner'));
  if (!owned) throw refuse.denied();
  return false;
}
