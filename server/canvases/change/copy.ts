import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { type Folder, folderIn } from '../../../model/resources/folder.ts';
import type { Transaction } from '../../store/store.ts';
import { givesWay, rivalsOf } from '../rules/conflicts.ts';
import { foldersFrom, levelsOf, refuseTooDeep } from '../rules/depth.ts';
import { type ActorRights, type DirectoryState, refuseIntoItself, requireFolderToCopyTo } from '../rules/destination.ts';
import { numberedName } from '../rules/free-name.ts';
import { canvases, folders, isCanvas, stored, type TreeItem, type TreeKind } from '../rules/kinds.ts';
import { refuseMoreCanvases } from '../rules/limits.ts';
import type { CanvasCopy } from './copy-content.ts';
import { insertOwned, readName } from './create.ts';
import { type Move, readMove, readReplace } from './move.ts';

export interface Copy extends Pick<Move, 'replace'> {
  /** Default: the folder that the source is in. */
  readonly folder_id?: string;
  /** Default, also of `''`: the name of the source. */
  readonly name?: string;
}

/**
 * Reads the body that copies a canvas. 400 as for a move, and for a wrong name. Without a folder the copy stays beside its
 * source: two SDKs send nothing but a name (interface/canvases 5.2).
 */
export function readCopy(body: Body): Copy {
  const isPlaced = (body.folder_id ?? null) !== null;
  const to = isPlaced ? readMove(body) : { replace: readReplace(body) };
  return { ...to, name: readName(body) };
}

/** Where a copy goes and what it takes. */
export interface CopyPlan<R extends TreeItem> {
  readonly folder_id: string;
  readonly name: string;
  /** What the copy replaces. */
  readonly rivals: readonly R[];
  /** All canvases and folders that are copied, each folder before what is in it. */
  readonly sources: readonly TreeItem[];
}

/**
 * Where a copy would go. It is asked before the content is copied, which may take long, and again by the command. Undefined when the
 * copy gives way to a rival in the destination, as the copy of a folder always does beside its source. The copy of a canvas gets a
 * free name there (interface/canvases 5.5). Throws the refusal when the actor may not make this copy.
 */
export function planCopy<R extends TreeItem>(
  state: DirectoryState,
  rights: ActorRights,
  tree: TreeKind<R>,
  item: R,
  copy: Copy,
): CopyPlan<R> | undefined {
  const { folder_id = item.folder_id } = copy;
  requireFolderToCopyTo(state, rights, folder_id);
  refuseIntoItself(state, 'copy', item.id, folder_id);
  const beside = folder_id === item.folder_id;
  if (beside && !isCanvas(item)) return undefined;
  const free = (): string => numberedName(state.directory, tree.numbered, folder_id, item.name);
  const name = copy.name || (beside ? free() : item.name);
  const rivals = beside ? [] : rivalsOf(state, tree, { id: item.id, name }, folder_id);
  if (givesWay(rights, rivals, copy)) return undefined;
  const sources = isCanvas(item) ? [item] : [...viewable(state, rights, item)];
  refuseTooMuch(state, rights, sources, folder_id);
  return { folder_id, name, rivals, sources };
}

/** A folder and everything below it that the actor may view. A folder that the actor may not view hides what is in it. */
function* viewable({ directory }: DirectoryState, { access, actor }: ActorRights, top: Folder): Generator<TreeItem, void, void> {
  const sees = ({ id }: TreeItem): boolean => access.passes(actor, access.own(actor, id) ?? 'none', 'view');
  for (const folder of foldersFrom(directory, top, sees)) {
    yield folder;
    yield* directory.by(Canvas, 'canvases-in', folder.id).filter(sees);
  }
}

/** 409 when the copied folders would stand too deep in the destination, or the copies exceed the actor's limit of canvases. */
function refuseTooMuch(state: DirectoryState, rights: ActorRights, sources: readonly TreeItem[], to: string): void {
  const found = sources.filter((item) => !isCanvas(item));
  if (found.length > 0) refuseTooDeep(state, to, levelsOf(found));
  refuseMoreCanvases(state, rights, sources.length - found.length);
}

export interface CopyResult<R extends TreeItem> {
  /** The copy, or the source when the copy gave way. */
  readonly item: R;
  /** The canvases that have an entry now. */
  readonly canvases: readonly CanvasCopy[];
}

/** Makes the folders of a copy and the entries of its canvases, but only of those that the actor may still view. */
export function* copyItem<R extends TreeItem>(
  tx: Transaction,
  rights: ActorRights,
  tree: TreeKind<R>,
  id: string,
  copies: ReadonlyMap<string, CanvasCopy>,
  copy: Copy,
): Work<CopyResult<R>> {
  const item = stored(tx.directory, tree, id);
  const plan = planCopy(tx, rights, tree, item, copy);
  if (!plan) return { item, canvases: [] };
  const made = yield* insertCopies(tx, rights, item, copies, plan);
  for (const rival of plan.rivals) yield* tx.directory.remove(rival.id);
  return { item: stored(tx.directory, tree, made.ids.get(id)!), canvases: made.canvases };
}

interface InsertedCopies {
  /** The id of each copy, under the id of its source. */
  readonly ids: ReadonlyMap<string, string>;
  readonly canvases: readonly CanvasCopy[];
}

/** Leaves out canvases that came into a folder after its contents were copied. */
function* insertCopies(
  tx: Transaction,
  rights: ActorRights,
  top: TreeItem,
  copies: ReadonlyMap<string, CanvasCopy>,
  { folder_id, name, sources }: CopyPlan<TreeItem>,
): Work<InsertedCopies> {
  const ids = new Map([[top.folder_id, folder_id]]);
  const inserted: CanvasCopy[] = [];
  for (const source of sources) {
    const at = { folder_id: ids.get(source.folder_id)!, name: source.id === top.id ? name : source.name };
    if (isCanvas(source)) {
      const copied = copies.get(source.id);
      if (!copied) continue;
      ids.set(source.id, insertCanvas(tx, rights, copied, at));
      inserted.push(copied);
    } else ids.set(source.id, insertFolder(tx, rights, source, at));
    yield;
  }
  return { ids, canvases: inserted };
}

type Position = Pick<TreeItem, 'folder_id' | 'name'>;

function insertFolder(tx: Transaction, rights: ActorRights, source: Folder, { folder_id, name }: Position): string {
  return insertCopy(tx, rights, folders, folderIn(folder_id, tx.newId(), name), source);
}

function insertCanvas(tx: Transaction, rights: ActorRights, copied: CanvasCopy, { folder_id, name }: Position): string {
  const { id, entry, saved, created_at } = copied;
  const made = canvasIn(folder_id, id, name, created_at, rights.actor.id);
  return insertCopy(tx, rights, canvases, { ...made, mode: entry.mode, saved }, entry);
}

function insertCopy<R extends TreeItem>(tx: Transaction, rights: ActorRights, tree: TreeKind<R>, copy: R, source: R): string {
  tx.intend(tree.kind, copy, 'copied', { source: source.id });
  return insertOwned(tx, rights, tree, copy).id;
}
