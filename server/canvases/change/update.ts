import { type Body, readPatch } from '../../../model/field.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { rootOf, SharedCanvas } from '../../../model/widgets/shared-canvas.ts';
import type { Transaction } from '../../store/store.ts';
import { canvases, folders, stored } from '../rules/kinds.ts';
import { isSizeSent, readCanvasSize } from '../rules/size.ts';
import { Superseded } from './superseded.ts';

/** The input of the command of a PATCH. */
export interface CanvasPatch {
  readonly body: Body;
  /** The unseen scope with the content that was saved because the PATCH asks for demo mode; `''` when it does not. */
  readonly saved: string;
}

/** Does the body ask for demo mode, and is the canvas not in it yet? 400 for what the body may not hold. */
export const entersDemo = (canvas: Canvas, body: Body): boolean =>
  canvas.mode !== 'demo' && readPatch(Canvas.fields, body, canvas).mode === 'demo';

/** The scopes of `updateCanvas`. A name and a mode change the directory only; a size also changes the content and the saved state. */
export function scopesToUpdate(id: string, { body, saved }: CanvasPatch): string[] {
  if (!isSizeSent(body)) return ['directory'];
  return saved === '' ? ['directory', id] : ['directory', id, saved];
}

/**
 * When the canvas leaves demo mode, its saved state is dropped. When it enters demo mode, a size that was sent with it is part of the
 * saved state. Throws Superseded when the canvas would enter demo mode and its content was not saved for that.
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

/** Returns whether the size has changed. */
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
