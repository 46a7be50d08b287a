import { randomUUID } from 'node:crypto';
import { type Copying, copyOf } from '../../model/copying.ts';
import type { Body } from '../../model/field.ts';
import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Canvas, canvasIn, snapshotNamed } from '../../model/resources/canvas.ts';
import { Folder, folderIn } from '../../model/resources/folder.ts';
import { Grant, grantOf, userPrincipal } from '../../model/resources/grant.ts';
import { accessOver } from '../access/access.ts';
import { recordOf } from '../store/record.ts';
import type { Store, Transaction } from '../store/types.ts';
import type { CanvasSource, Parts } from './canvas-content.ts';
import { canvases, folders, givesWay, rivalsOf } from './conflicts.ts';
import { type Asker, type Places, requireFolderToCopyTo } from './destination.ts';
import { levelsOf, refuseTooDeep } from './folder-depth.ts';
import { numberedName } from './free-name.ts';
import { type Move, readMove, readReplace } from './move.ts';
import { readName } from './new-place.ts';
import type { UnseenScopes } from './unseen.ts';
import { refuseMoreCanvases } from './user-limits.ts';

export interface Copy {
  /** Undefined: the folder that the source is in. */
  readonly folder_id: string | undefined;
  readonly replace: boolean;
  /** `''`: that of the source. */
  readonly name: string;
}

/** The content of a canvas was copied, and nobody sees it yet. */
export interface CanvasCopy {
  /** Of the source, as it was read. */
  readonly entry: Canvas;
  /** Of the copy, and the name of the scope with its content. */
  readonly id: string;
  /** The scope with the copy of its saved state; `''`: it has none. */
  readonly saved: string;
  /** When the content was copied. */
  readonly created_at: string;
}

/** 400 as for moves, and for the name. Two SDKs send nothing but a name (canvases contract 5.2). */
export function readCopy(body: Body): Copy {
  const isPlaced = (body.folder_id ?? null) !== null;
  const to = isPlaced ? readMove(body) : { folder_id: undefined, replace: readReplace(body) };
  return { ...to, name: readName(Canvas.fields.name, body) };
}

/** The scopes that belong to a copy. */
export const scopesOf = ({ id, saved }: Pick<CanvasCopy, 'id' | 'saved'>): string[] => (saved === '' ? [id] : [id, saved]);

/** Copies a canvas as it was read to where nobody sees it. */
export async function fillCopy(
  store: Pick<Store, 'head'>,
  unseen: UnseenScopes,
  { entry, ...source }: CanvasSource,
): Promise<CanvasCopy> {
  const to = { id: randomUUID(), saved: entry.saved === '' ? '' : snapshotNamed(randomUUID()) };
  await unseen.fill(scopesOf(to), (tx) => insertContent(tx, to, source));
  return { ...to, entry, created_at: store.head(to.id)!.modified_at };
}

/** What a copy of a canvas comes to: its folder and name, and the canvases whose place it takes. */
export interface CanvasPlan {
  readonly folder_id: string;
  readonly name: string;
  readonly rivals: readonly Canvas[];
}

/**
 * Asked before the canvas is read, which may take long, and again by the command. Undefined: the copy gives way to what
 * has its name in the destination. In its own folder a canvas is always duplicated, under a free name (canvases contract
 * 5.5). Throws what forbids the copy.
 */
export function planCanvasCopy(places: Places, asker: Asker, canvas: Canvas, copy: Copy): CanvasPlan | undefined {
  const { folder_id = canvas.folder_id } = copy;
  requireFolderToCopyTo(places, asker, folder_id);
  const beside = folder_id === canvas.folder_id;
  const free = (): string => numberedName(places.directory, 'canvases-numbered', folder_id, canvas.name);
  const name = copy.name || (beside ? free() : canvas.name);
  const rivals = beside ? [] : rivalsOf(places, canvases, { id: canvas.id, name }, folder_id);
  if (givesWay(asker, canvases, rivals, copy)) return undefined;
  refuseMoreCanvases(places, asker);
  return { folder_id, name, rivals };
}

/** As for a canvas: the folders whose place the copy takes. A folder's own parent always holds its name. */
export function planFolderCopy(places: Places, asker: Asker, folder: Folder, to: Move): readonly Folder[] | undefined {
  requireFolderToCopyTo(places, asker, to.folder_id);
  const { id } = folder;
  if (accessOver(places.directory).isWithin(to.folder_id, id)) throw refuse.conflict(`Cannot copy folder ${id} into itself`);
  if (to.folder_id === folder.folder_id) return undefined;
  const rivals = rivalsOf(places, folders, folder, to.folder_id);
  return givesWay(asker, folders, rivals, to) ? undefined : rivals;
}

/** Makes the entry of a copy, and gives it, or that of the source when the copy gives way. */
export function* copyCanvas(tx: Transaction, asker: Asker, copied: CanvasCopy, copy: Copy): Work<Canvas> {
  const canvas = tx.directory.get(Canvas, copied.entry.id);
  if (!canvas) throw refuse.notFound('Canvas', copied.entry.id);
  const plan = planCanvasCopy(tx, asker, canvas, copy);
  if (!plan) return canvas;
  const made = insertCanvas(tx, asker, copied, plan.folder_id, plan.name);
  for (const { id } of plan.rivals) yield* tx.directory.remove(id);
  return made;
}

export interface FolderCopy {
  /** The copy; the source when it gives way. */
  readonly folder: Folder;
  /** What has an entry now, of all that was copied. */
  readonly canvases: readonly CanvasCopy[];
}

/** Makes the folders of a copy and the entries of the canvases in them, as far as the caller may still view them. */
export function* copyFolder(
  tx: Transaction,
  asker: Asker,
  id: string,
  copies: ReadonlyMap<string, CanvasCopy>,
  to: Move,
): Work<FolderCopy> {
  const folder = tx.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  const rivals = planFolderCopy(tx, asker, folder, to);
  if (!rivals) return { folder, canvases: [] };
  const made = yield* insertFolders(tx, asker, folder, copies, to.folder_id);
  for (const rival of rivals) yield* tx.directory.remove(rival.id);
  return made;
}

interface Viewable {
  readonly folder: Folder;
  readonly canvases: readonly Canvas[];
}

/** A folder and those below it that the caller may view, each before what is in it. What he may not view hides what is in it. */
export function* viewable(view: View, { access, caller }: Asker, top: Folder): Generator<Viewable, void, void> {
  const sees = (own: ReturnType<typeof access.folder>): boolean => access.passes(caller, own ?? 'none', 'view');
  const open = [top];
  for (const folder of open) {
    const inside = view.by(Canvas, 'canvases-in', folder.id).filter(({ id }) => sees(access.canvas(caller, id)));
    yield { folder, canvases: inside };
    for (const next of view.by(Folder, 'folders-in', folder.id)) if (sees(access.folder(caller, next.id))) open.push(next);
  }
}

/** 409 when a folder has no room for a copy of what was found, or the caller may not make so many canvases. */
export function refuseTooMuch(places: Places, asker: Asker, found: readonly Viewable[], to: string): void {
  refuseTooDeep(places, to, levelsOf(found.map(({ folder }) => folder)));
  const count = found.reduce((sum, { canvases }) => sum + canvases.length, 0);
  refuseMoreCanvases(places, asker, count);
}

/** All is found before the first is inserted. */
function* insertFolders(
  tx: Transaction,
  asker: Asker,
  top: Folder,
  copies: ReadonlyMap<string, CanvasCopy>,
  to: string,
): Work<FolderCopy> {
  const made = new Map([[top.folder_id, { id: to }]]) as Map<string, Pick<Folder, 'id'>>;
  const canvases: CanvasCopy[] = [];
  const found = [...viewable(tx.directory, asker, top)];
  refuseTooMuch(tx, asker, found, to);
  for (const { folder, canvases: inside } of found) {
    const parent = made.get(folder.folder_id)!.id;
    const copy = { ...folderIn(parent, tx.newId(), folder.name), copied_from: folder.id };
    made.set(folder.id, copy);
    tx.directory.insert(Folder, copy);
    own(tx, asker, copy.id);
    for (const canvas of inside) {
      const copied = copies.get(canvas.id);
      // What came into the folder after it was looked through is not part of the copy
      if (!copied) continue;
      insertCanvas(tx, asker, copied, copy.id, canvas.name);
      canvases.push(copied);
      yield;
    }
  }
  return { folder: tx.directory.get(Folder, made.get(top.id)!.id)!, canvases };
}

function insertCanvas(tx: Transaction, asker: Asker, copied: CanvasCopy, folder: string, name: string): Canvas {
  const { id, entry, saved, created_at } = copied;
  const made = canvasIn(folder, id, name, created_at, asker.caller.id);
  const canvas: Canvas = { ...made, mode: entry.mode, copied_from: entry.id, saved };
  tx.directory.insert(Canvas, canvas);
  own(tx, asker, id);
  return canvas;
}

const own = (tx: Transaction, { caller }: Asker, object: string): void =>
  tx.directory.insert(Grant, grantOf(object, userPrincipal(caller.id), 'owner'));

type Content = Pick<CanvasSource, 'content' | 'saved'>;

/** One new id for each record, the same in content and saved state, so that a restore finds what it saved. */
function* insertContent(tx: Transaction, to: Pick<CanvasCopy, 'id' | 'saved'>, { content, saved }: Content): Work {
  const ids = new Map<string, string>();
  for (const part of [...content, ...saved]) {
    for (const { key } of part) if (!ids.has(key)) ids.set(key, tx.newId());
    yield;
  }
  const copying = { to: (key: string) => ids.get(key) ?? key, clone: false, now: tx.now };
  yield* insertCopies(tx, to.id, content, copying);
  if (to.saved !== '') yield* insertCopies(tx, to.saved, saved, copying);
}

/** With their places in creation order, which then are the same in content and saved state. */
function* insertCopies(tx: Transaction, scope: string, parts: Parts, copying: Copying): Work {
  for (const version of parts.flat()) {
    tx.scope(scope).insert(version.kind, copyOf(version.kind, recordOf(version), copying), version.ordinal);
    yield;
  }
}
