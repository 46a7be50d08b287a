import { Folder, folderIn } from '../../model/resources/folder.ts';
import { Grant, grantOf, userPrincipal } from '../../model/resources/grant.ts';
import type { Transaction } from '../store/types.ts';
import { type Asker, requireFolderToCreateIn } from './destination.ts';
import { refuseTooDeep } from './folder-depth.ts';
import { freeName } from './free-name.ts';
import type { NewPlace } from './new-place.ts';

/** Makes the folder and the caller's ownership. */
export function createFolder(tx: Transaction, asker: Asker, place: NewPlace): Folder {
  const parent = requireFolderToCreateIn(tx, asker, place.folder_id);
  refuseTooDeep(tx, parent, 1);
  const name = place.name || freeName(tx.directory, 'folders-numbered', parent, Folder.fields.name.initial());
  const folder = folderIn(parent, tx.newId(), name);
  tx.directory.insert(Folder, folder);
  tx.directory.insert(Grant, grantOf(folder.id, userPrincipal(asker.caller.id), 'owner'));
  return folder;
}
