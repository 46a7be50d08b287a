import { type Body, type Field, sentValue } from '../../../model/field.ts';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { type Folder, folderIn } from '../../../model/resources/folder.ts';
import { Grant, grantOf, userPrincipal } from '../../../model/resources/grant.ts';
import type { Size } from '../../../model/types.ts';
import { rootWidget, SharedCanvas } from '../../../model/widgets/shared-canvas.ts';
import { refuseTaken } from '../../../model/writing.ts';
import type { Transaction } from '../../store/store.ts';
import { refuseTooDeep } from '../rules/depth.ts';
import { type ActorRights, requireFolderToCreateIn } from '../rules/destination.ts';
import { freeName } from '../rules/free-name.ts';
import { canvases, folders, isCanvas, type TreeItem, type TreeKind } from '../rules/kinds.ts';
import { refuseMoreCanvases } from '../rules/limits.ts';

/** What the bodies that make canvases and folders have in common; `''` when it was not sent. */
export interface NewItem {
  readonly name: string;
  readonly folder_id: string;
}

export interface NewFolder extends NewItem {
  /** Undefined: a new one. */
  readonly id: string | undefined;
}

export interface NewCanvas extends NewItem {
  /** The id is made before the command runs, because it names the scope that the command makes. */
  readonly id: string;
  readonly size: Size;
  /** The create brought the id, which an earlier canvas may have had. */
  readonly isRenewed: boolean;
}

/** A blank name counts as not sent. 400 for wrong types, and for a name over 255 characters. */
export const readNewItem = (body: Body): NewItem => ({ name: readName(body), folder_id: readFolderId(body) });

/** `''` when it was not sent. UUIDs may have any letter case (interface/conventions 1.1). */
export function readFolderId(body: Body): string {
  const id = readText(body, 'folder_id', Canvas.fields.folder_id);
  return /^[0-9a-f-]{36}$/i.test(id) ? id.toLowerCase() : id;
}

/** `''` when it was not sent, or is blank. */
export function readName(body: Body): string {
  const { name } = body;
  return typeof name === 'string' && name.trim() === '' ? '' : readText(body, 'name', Canvas.fields.name);
}

function readText(body: Body, key: string, field: Field<string>): string {
  const sent = sentValue(body, key, field);
  return sent === undefined ? '' : field.type.read(sent, key, undefined);
}

/** Makes the entry of a canvas, its root widget in a scope of its own, and the actor its owner. */
export function createCanvas(tx: Transaction, rights: ActorRights, { id, size, isRenewed, ...sent }: NewCanvas): Canvas {
  const make = (folder: string, name: string): Canvas => canvasIn(folder, id, name, tx.now, rights.actor.id);
  const canvas = createItem(tx, rights, canvases, sent, make);
  tx.scope(id).insert(SharedCanvas, rootWidget(tx.newId(), size));
  if (isRenewed) tx.renew(id);
  return canvas;
}

/** Makes a folder, and the actor its owner. */
export const createFolder = (tx: Transaction, rights: ActorRights, { id, ...sent }: NewFolder): Folder =>
  createItem(tx, rights, folders, sent, (parent, name) => folderIn(parent, id ?? tx.newId(), name));

function createItem<R extends TreeItem>(
  tx: Transaction,
  rights: ActorRights,
  tree: TreeKind<R>,
  sent: NewItem,
  make: (folder: string, name: string) => R,
): R {
  const folder = requireFolderToCreateIn(tx, rights, sent.folder_id);
  const name = sent.name || freeName(tx.directory, tree.numbered, folder, tree.kind.fields.name.initial());
  const item = make(folder, name);
  if (isCanvas(item)) refuseMoreCanvases(tx, rights);
  else refuseTooDeep(tx, folder, 1);
  refuseTaken(item.id, tx.directory);
  return insertOwned(tx, rights, tree, item);
}

export function insertOwned<R extends TreeItem>(
  { directory }: Transaction,
  { actor }: ActorRights,
  { kind }: TreeKind<R>,
  item: R,
): R {
  directory.insert(kind, item);
  directory.insert(Grant, grantOf(item.id, userPrincipal(actor.id), 'owner'));
  return item;
}
