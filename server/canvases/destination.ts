import type { View } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Folder, homeOf, trashOf } from '../../model/resources/folder.ts';
import { type Access, accessOver, type Caller } from '../access/access.ts';

/** The caller who makes, moves or copies something, with the access that the durable directory gives. */
export interface Asker {
  readonly caller: Caller;
  readonly access: Access;
  /** Canvases that one user may have made. Default, and 0: any number. */
  readonly mostCanvases?: number;
}

/** The directory as a command sees it, or as readers do: a check that spares long work is made over both. */
export interface Places {
  readonly directory: View;
}

/** The folder that a create names, the caller's home when it names none. 404, 403, 400 when it is in the trash. */
export function requireFolderToCreateIn(places: Places, asker: Asker, sent: string): string {
  const id = sent === '' ? homeOf(asker.caller.id) : sent;
  requireUntrashed(places, asker, id, 'Cannot create items in the trash');
  return id;
}

/** The folder that a copy names. 404, 403, 400 when it is in the trash. */
export function requireFolderToCopyTo(places: Places, asker: Asker, id: string): void {
  requireUntrashed(places, asker, id, 'Cannot copy to the trash');
}

/** The folder that a move names. 404, 403; nobody moves anything to the trash of another user (interface/canvases 5.4). */
export function requireFolderToMoveTo(places: Places, asker: Asker, id: string): void {
  requireFolder(places, id);
  const seen = accessOver(places.directory);
  if (seen.isTrashed(id) && !seen.isWithin(id, trashOf(asker.caller.id))) {
    throw refuse.forbidden("Cannot move items to another user's trash");
  }
  requireEdit(asker, id);
}

/** 409 when a folder would stand in itself; a canvas never does. */
export function refuseIntoItself(places: Places, verb: 'move' | 'copy', id: string, to: string): void {
  if (accessOver(places.directory).isWithin(to, id)) throw refuse.conflict(`Cannot ${verb} folder ${id} into itself`);
}

function requireUntrashed(places: Places, asker: Asker, id: string, refusal: string): void {
  requireFolder(places, id);
  requireEdit(asker, id);
  if (accessOver(places.directory).isTrashed(id)) throw refuse.invalid(refusal);
}

function requireFolder(places: Places, id: string): void {
  if (!places.directory.get(Folder, id)) throw refuse.notFound('Folder', id);
}

function requireEdit({ caller, access }: Asker, folder: string): void {
  const own = access.own(caller, folder);
  if (own === undefined) throw refuse.notFound('Folder', folder);
  if (!access.passes(caller, own, 'edit')) throw refuse.denied();
}
