import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { Folder, homeOf, trashOf } from '../../../model/resources/folder.ts';
import { type Access, type AccessActor, accessOver } from '../../access/authorization/access.ts';

/** The actor that makes, moves or copies something, with its rights in the durable directory. */
export interface ActorRights {
  readonly actor: AccessActor;
  readonly access: Access;
  /** How many canvases one user may have made. Default, also of 0: any number. */
  readonly mostCanvases?: number;
}

/** The directory as a command sees it, or as readers do. A check that spares long work is made over both. */
export interface DirectoryState {
  readonly directory: View;
}

/** The folder to create in: the one that was sent, or the actor's home. Throws 404, 403, and 400 when it is in the trash. */
export function requireFolderToCreateIn(state: DirectoryState, rights: ActorRights, sent: string): string {
  const id = sent === '' ? homeOf(rights.actor.id) : sent;
  requireUntrashed(state, rights, id, 'Cannot create items in the trash');
  return id;
}

/** May the actor copy to this folder? Throws 404, 403, and 400 when it is in the trash. */
export function requireFolderToCopyTo(state: DirectoryState, rights: ActorRights, id: string): void {
  requireUntrashed(state, rights, id, 'Cannot copy to the trash');
}

/** May the actor move to this folder? Throws 404, and 403 also for the trash of another user (interface/canvases 5.4). */
export function requireFolderToMoveTo(state: DirectoryState, rights: ActorRights, id: string): void {
  requireFolder(state, id);
  const seen = accessOver(state.directory);
  // The operator has no trash, and puts what people lost or left into theirs
  const isAnyTrash = rights.actor.credential === 'operator';
  if (!isAnyTrash && seen.isTrashed(id) && !seen.isWithin(id, trashOf(rights.actor.id))) {
    throw refuse.forbidden("Cannot move items to another user's trash");
  }
  requireEdit(rights, id);
}

/** 409 when a folder would stand in itself. */
export function refuseIntoItself(state: DirectoryState, verb: 'move' | 'copy', id: string, to: string): void {
  if (accessOver(state.directory).isWithin(to, id)) throw refuse.conflict(`Cannot ${verb} folder ${id} into itself`);
}

function requireUntrashed(state: DirectoryState, rights: ActorRights, id: string, refusal: string): void {
  requireFolder(state, id);
  requireEdit(rights, id);
  if (accessOver(state.directory).isTrashed(id)) throw refuse.invalid(refusal);
}

function requireFolder(state: DirectoryState, id: string): void {
  if (!state.directory.get(Folder, id)) throw refuse.notFound('Folder', id);
}

function requireEdit({ actor, access }: ActorRights, folder: string): void {
  const own = access.own(actor, folder);
  if (own === undefined) throw refuse.notFound('Folder', folder);
  if (!access.passes(actor, own, 'edit')) throw refuse.denied();
}
