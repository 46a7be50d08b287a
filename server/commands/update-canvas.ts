import { type Body, readPatch } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { rootOf, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import type { Transaction } from '../store/types.ts';
import { isSizeSent, readCanvasSize } from './canvas-size.ts';

/** Name and mode touch the directory only, a size also the canvas's scope, which the command must then name. */
export function updateCanvas(tx: Transaction, id: string, body: Body): Canvas {
  const canvas = tx.directory.get(Canvas, id);
  if (!canvas) throw refuse.notFound('Canvas', id);
  const next = { ...canvas, ...readPatch(Canvas.fields, body, canvas) };
  if (isSizeSent(body) && resize(tx, id, body)) next.resizes++;
  tx.directory.update(Canvas, next);
  return next;
}

/** Says whether the size is another now. */
function resize(tx: Transaction, id: string, body: Body): boolean {
  const content = tx.scope(id);
  const root = rootOf(content);
  const size = readCanvasSize(body, root.size);
  if (size.width === root.size.width && size.height === root.size.height) return false;
  content.update(SharedCanvas, { ...root, size });
  return true;
}
