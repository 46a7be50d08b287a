import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { Grant, type Principal } from '../../model/resources/grant.ts';
import { Member } from '../../model/resources/member.ts';
import { User } from '../../model/resources/user.ts';
import type { Access, Caller } from '../access/access.ts';
import { type Change, type ChangeSet, type DurableView, recordOf } from '../store/store.ts';
import { addBelow, addObject, type Ids, noIds } from './below.ts';

interface Deps {
  readonly directory: DurableView;
  readonly access: Access;
}

/** The texts of canvases and folders for a caller depend on these, and on heads. */
export const treeKinds = [Canvas, Folder, Grant, Member, User];

/** The folders and canvases whose text a change set may have altered for a caller; undefined: any. */
export function affected({ directory, access }: Deps, caller: Caller, set: ChangeSet): Ids | undefined {
  const ids = noIds();
  for (const change of set.changes) {
    if (changesCaller(change, caller)) return undefined;
    if (change.kind === Canvas) ids.canvases.add(change.key);
    if (change.kind === Folder) addFolder(ids, directory, change);
    if (change.kind === Grant) addGranted(ids, directory, access, caller, recordOf((change.after ?? change.before)!) as Grant);
  }
  return ids;
}

function changesCaller({ kind, before, after }: Change, caller: Caller): boolean {
  if (kind === Member) return (recordOf((after ?? before)!) as Member).user_id === caller.id;
  if (kind !== User || !before || !after || before.key !== User.key(caller.id)) return false;
  return (recordOf(before) as User).admin !== (recordOf(after) as User).admin;
}

/** A rename concerns the folder alone, a move all below it. */
function addFolder(ids: Ids, directory: DurableView, { key, before, after }: Change): void {
  const isMoved = before && after && (recordOf(before) as Folder).folder_id !== (recordOf(after) as Folder).folder_id;
  if (isMoved) addBelow(ids, directory, key);
  else ids.folders.add(key);
}

function addGranted(ids: Ids, directory: DurableView, access: Access, caller: Caller, grant: Grant): void {
  const { user, groups } = access.principals(caller);
  const principal = grant.principal as Principal;
  if (principal === user || groups.has(principal)) addObject(ids, directory, grant.object_id);
}
