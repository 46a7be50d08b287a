import { Folder } from '../../../model/resources/folder.ts';
import { Grant } from '../../../model/resources/grant.ts';
import type { Access, AccessActor } from '../../access/authorization/access.ts';
import type { DurableView } from '../../store/store.ts';

/** The ids of some folders and some canvases. */
export interface Ids {
  readonly folders: Set<string>;
  readonly canvases: Set<string>;
}

export const noIds = (): Ids => ({ folders: new Set(), canvases: new Set() });

/** Adds a folder and everything below it. It may add one that has just left, because each is looked up later. */
export function addBelow(ids: Ids, directory: DurableView, folder: string): void {
  const open = [folder];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ids.folders.has(id)) continue;
    ids.folders.add(id);
    for (const canvas of directory.keys('canvases-in', id)) ids.canvases.add(canvas);
    for (const inside of directory.keys('folders-in', id)) open.push(inside);
  }
}

/** Adds a canvas, or a folder and everything below it. */
export function addObject(ids: Ids, directory: DurableView, id: string): void {
  if (directory.version(id)?.kind === Folder) addBelow(ids, directory, id);
  else ids.canvases.add(id);
}

/**
 * The root and everything to which the actor may have access; for administrators everything, and with a token for some canvases those.
 * It walks down from the entries of the actor and of the actor's groups, so that it costs as much as there is in the answer, and not
 * on the server.
 */
export function withinReach(directory: DurableView, access: Access, actor: AccessActor): Ids {
  const ids = noIds();
  const { canvases } = actor.narrowing;
  if (canvases) {
    for (const root of directory.keys('folders-in', '')) ids.folders.add(root);
    for (const canvas of canvases) ids.canvases.add(canvas);
    return ids;
  }
  if (access.isAdministrator(actor)) {
    for (const { key } of directory.list('Folder').versions()) ids.folders.add(key);
    for (const { key } of directory.list('Canvas').versions()) ids.canvases.add(key);
    return ids;
  }
  for (const root of directory.keys('folders-in', '')) ids.folders.add(root);
  const { user, groups } = access.principals(actor);
  for (const principal of [user, ...groups]) {
    for (const grant of directory.by(Grant, 'grants-of', principal)) {
      if (grant.permission !== 'none') addObject(ids, directory, grant.object_id);
    }
  }
  return ids;
}
