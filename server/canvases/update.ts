import { type Body, readPatch } from '../../model/field.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { rootOf, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import type { Transaction } from '../store/store.ts';
import { canvases, folders, stored } from './kinds.ts';
import { isSizeSent, readCanvasSize } from './size.ts';
import { Superseded } from './superseded.ts';

/** What the command of a PATCH is given. */
export interface CanvasPatch {
  readonly body: Body;
  /** The unseen scope with the content as it was when demo mode was asked for; `''`: it was not asked for. */
  readonly saved: string;
}

/** Does a body ask for demo mode, of a canvas that is not in it? 400 what the body may not hold. */
export const entersDemo = (canvas: Canvas, body: Body): boolean =>
  canvas.mode !== 'demo' && readPatch(Canvas.fields, body, canvas).mode === 'demo';

/** The scopes of `updateCanvas`: a name and a mode touch the directory only, a size also the content and what is saved. */
export function scopesToUpdate(id: string, { body, saved }: CanvasPatch): string[] {
  if (!isSizeSent(body)) return ['directory'];
  return saved === '' ? ['directory', id] : ['directory', id, saved];
}

/**
 * On leaving demo mode its state is forgotten; a size that is sent on entering it is part of the state. Throws Superseded when
 * it enters demo mode after all.
 */
export function updateCanvas(tx: Transaction, id: string, patch: CanvasPatch): Canvas {
  const { body } = patch;
  const canvas = stored(tx.directory, canvases, id);
  const next = { ...canvas, ...readPatch(Canvas.fields, body, canvas) };
  if (next.mode !== canvas.mode) next.saved = next.mode === 'demo' ? patch.saved : '';
  if (next.mode === 'demo' && next.saved === '') throw new Superseded();
  if (isSizeSent(body) && resize(tx, id, body)) {
    next.resizes++;
    if (next.saved !== '' && next.saved === patch.saved) resize(tx, next.saved, body);
  }
  if (canvas.saved !== '' && next.saved === '') tx.tombstone(canvas.saved);
  tx.directory.update(Canvas, next);
  return next;
}

/** Says whether the size is another now. */
function resize(tx: Transaction, scope: string, body: Body): boolean {
  const content = tx.scope(scope);
  const root = rootOf(content);
  const size = readCanvasSize(body, root.size);
  if (size.width === root.size.width && size.height === root.size.height) return false;
  content.update(SharedCanvas, { ...root, size });
  return true;
}

export function updateFolder({ directory }: Transaction, id: string, body: Body): Folder {
  const folder = stored(directory, folders, id);
  const next = { ...folder, ...readPatch(Folder.fields, body, folder) };
  directory.update(Folder, next);
  return next;
}
