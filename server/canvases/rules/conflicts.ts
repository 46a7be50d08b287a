import { refuse } from '../../../model/refusal.ts';
import { isSystem, isTrash } from '../../../model/resources/folder.ts';
import { namedIn } from '../../../model/resources/tree.ts';
import { systemFolder } from '../../access/authorization/checks.ts';
import type { ActorRights, DirectoryState } from './destination.ts';
import type { TreeItem, TreeKind } from './kinds.ts';

/** The other objects of the same kind and name directly in a folder (interface/canvases 5.2). In a trash equal names are allowed. */
export function rivalsOf<R extends TreeItem>(
  { directory }: DirectoryState,
  { kind, named }: TreeKind<R>,
  { id, name }: Pick<R, 'id' | 'name'>,
  to: string,
): R[] {
  return isTrash(to) ? [] : directory.by(kind, named, namedIn(to, name)).filter((rival) => rival.id !== id);
}

/** Does the operation give way to its rivals? Else it replaces them: 403 when the actor does not own them all. */
export function givesWay(
  { access, actor }: ActorRights,
  rivals: readonly TreeItem[],
  { replace }: { readonly replace: boolean },
): boolean {
  if (rivals.length === 0) return false;
  if (!replace) return true;
  const system = rivals.find(isSystem);
  if (system) throw systemFolder(system.id);
  const owned = rivals.every(({ id }) => access.passes(actor, access.own(actor, id) ?? 'none', 'owner'));
  if (!owned) throw refuse.denied();
  return false;
}
