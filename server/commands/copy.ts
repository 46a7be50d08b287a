import { type Copying, copyOf } from '../../model/copying.ts';
import type { Body } from '../../model/field.ts';
import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Canvas, canvasIn, snapshotOf } from '../../model/resources/canvas.ts';
import { Folder, folderIn } from '../../model/resources/folder.ts';
import { Grant, grantOf, userPrincipal } from '../../model/resources/grant.ts';
import { accessOver } from '../access/access.ts';
import { recordOf } from '../store/record.ts';
import type { Transaction } from '../store/types.ts';
import type { CanvasSource, Parts } from './canvas-content.ts';
import { canvases, folders, givesWay, rivalsOf } from './conflicts.ts';
import { type Asker, type Places, requireFolderToCopyTo } from './destination.ts';
import { levelsOf, refuseTooDeep } from './folder-depth.ts';
import { numberedName } from './free-name.ts';
import { type Move, readMove, readReplace } from './move.ts';
import { readName } from './new-place.ts';
import { refuseMoreCanvases } from './user-limits.ts';

export interface Copy {
  /** Undefined: the folder that the source is in. */
  readonly folder_id: string | undefined;
  readonly replace: boolean;
  /** `''`: that of the source. */
  readonly name: string;
}

/** A canvas that was read and the id of its copy, which is the name of a fresh scope. */
export interface CanvasCopy extends CanvasSource {
  readonly id: string;
}

/** 400 as for moves, and for the name. Two SDKs send nothing but a name (canvases contract 5.2). */
export function readCopy(body: Body): Copy {
  const isPlaced = (body.folder_id ?? null) !== null;
  const to = isPlaced ? readMove(body) : { folder_id: undefined, replace: readReplace(body) };
  return { ...to, name: readName(Canvas.fields.name, body) };
}

/** The scopes that a copy makes. */
export const scopesOf = ({ id, entry }: CanvasCopy): string[] => (entry.mode === 'demo' ? [id, snapshotOf(id)] : [id]);

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

/** Copies a canvas as it was read, and gives the copy, or the source when it gives way. */
export function* copyCanvas(tx: Transaction, asker: Asker, copied: CanvasCopy, copy: Copy): Work<Canvas> {
  const canvas = tx.directory.get(Canvas, copied.entry.id);
  if (!canvas) throw refuse.notFound('Canvas', copied.entry.id);
  const plan = planCanvasCopy(tx, asker, canvas, copy);
  if (!plan) return canvas;
  const made = yield* insertCanvas(tx, asker, copied, plan.folder_id, plan.name);
  for (const { id } of plan.rivals) yield* tx.directory.remove(id);
  return made;
}

/** Copies a folder with all below that the caller may view and that was read, and gives the copy, or the source. */
export function* copyFolder(
  tx: Transaction,
  asker: Asker,
  id: string,
  read: ReadonlyMap<string, CanvasCopy>,
  to: Move,
): Work<Folder> {
  const folder = tx.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  const rivals = planFolderCopy(tx, asker, folder, to);
  if (!rivals) return folder;
  const made = yield* insertFolders(tx, asker, folder, read, to.folder_id);
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
  read: ReadonlyMap<string, CanvasCopy>,
  to: string,
): Work<Folder> {
  const copies = new Map([[top.folder_id, { id: to }]]) as Map<string, Pick<Folder, 'id'>>;
  const found = [...viewable(tx.directory, asker, top)];
  refuseTooMuch(tx, asker, found, to);
  for (const { folder, canvases: inside } of found) {
    const parent = copies.get(folder.folder_id)!.id;
    const copy = { ...folderIn(parent, tx.newId(), folder.name), copied_from: folder.id };
    copies.set(folder.id, copy);
    tx.directory.insert(Folder, copy);
    own(tx, asker, copy.id);
    for (const canvas of inside) {
      const copied = read.get(canvas.id);
      // What came into the folder after it was read is not part of the copy
      if (copied) yield* insertCanvas(tx, asker, copied, copy.id, canvas.name);
    }
  }
  return tx.directory.get(Folder, copies.get(top.id)!.id)!;
}

function* insertCanvas(tx: Transaction, asker: Asker, copied: CanvasCopy, folder: string, name: string): Work<Canvas> {
  const { id, entry } = copied;
  const canvas: Canvas = { ...canvasIn(folder, id, name, tx.now, asker.caller.id), mode: entry.mode, copied_from: entry.id };
  tx.directory.insert(Canvas, canvas);
  own(tx, asker, id);
  yield* insertContent(tx, copied);
  return canvas;
}

const own = (tx: Transaction, { caller }: Asker, object: string): void =>
  tx.directory.insert(Grant, grantOf(object, userPrincipal(caller.id), 'owner'));

/** One new id for each record, the same in content and saved state, so that a restore finds what it saved. */
function* insertContent(tx: Transaction, { id, content, saved }: CanvasCopy): Work {
  const ids = new Map<string, string>();
  for (const part of [...content, ...saved]) {
    for (const { key } of part) if (!ids.has(key)) ids.set(key, tx.newId());
    yield;
  }
  const copying = { to: (key: string) => ids.get(key) ?? key, clone: false, now: tx.now };
  yield* insertCopies(tx, id, content, copying);
  if (saved.length > 0) yield* insertCopies(tx, snapshotOf(id), saved, copying);
}

/** With their places in creation order, which then are the same in content and saved state. */
function* insertCopies(tx: Transaction, scope: string, parts: Parts, copying: Copying): Work {
  for (const version of parts.flat()) {
    tx.scope(scope).insert(version.kind, copyOf(version.kind, recordOf(version), copying), version.ordinal);
    yield;
  }
}
