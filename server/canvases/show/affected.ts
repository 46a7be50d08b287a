import { Member } from '../../../model/resources/accounts/member.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { Grant, type Principal } from '../../../model/resources/grant.ts';
import type { Access, AccessActor } from '../../access/authorization/access.ts';
import { type Change, type ChangeSet, type DurableView, recordOf } from '../../store/store.ts';
import { addBelow, addObject, type Ids, noIds } from './below.ts';

interface Deps {
  readonly directory: DurableView;
  readonly access: Access;
}

/** What an actor sees of canvases and folders depends on records of these kinds, and on heads. */
export const treeKinds = [Canvas, Folder, Grant, Member, User];

/** The folders and canvases that may look different to an actor after a change set; undefined when any of them may. */
export function affected({ directory, access }: Deps, actor: AccessActor, set: ChangeSet): Ids | undefined {
  const ids = noIds();
  for (const change of set.changes) {
    if (changesActor(change, actor)) return undefined;
    if (change.kind === Canvas) ids.canvases.add(change.key);
    if (change.kind === Folder) addFolder(ids, directory, change);
    if (change.kind === Grant) addGranted(ids, directory, access, actor, recordOf((change.after ?? change.before)!) as Grant);
  }
  return ids;
}

function changesActor({ kind, before, after }: Change, actor: AccessActor): boolean {
  if (kind === Member) return (recordOf((after ?? before)!) as Member).user_id === actor.id;
  if (kind !== User || !before || !after || before.key !== User.key(actor.id)) return false;
  return (recordOf(before) as User).admin !== (recordOf(after) as User).admin;
}

/** A new name concerns the folder alone, and a move everything below it, too. */
function addFolder(ids: Ids, directory: DurableView, { key, before, after }: Change): void {
  const isMoved = before && after && (recordOf(before) as Folder).folder_id !== (recordOf(after) as Folder).folder_id;
  if (isMoved) addBelow(ids, directory, key);
  else ids.folders.add(key);
}

function addGranted(ids: Ids, directory: DurableView, access: Access, actor: AccessActor, grant: Grant): void {
  const { user, groups } = access.principals(actor);
  const principal = grant.principal as Principal;
  if (principal === user || groups.has(principal)) addObject(ids, directory, grant.object_id);
}
