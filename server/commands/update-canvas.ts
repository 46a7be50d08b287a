import { type Body, readPatch } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Canvas, snapshotOf } from '../../model/resources/canvas.ts';
import { rootOf, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import type { Transaction } from '../store/types.ts';
import { isSizeSent, readCanvasSize } from './canvas-size.ts';
import { dropState, takeState } from './demo-state.ts';

/** The scopes of `updateCanvas`: a name touches the directory only, a size also the content, a mode also its saved state. */
export function scopesToUpdate(id: string, body: Body): string[] {
  if (isModeSent(body)) return ['directory', id, snapshotOf(id)];
  return isSizeSent(body) ? ['directory', id] : ['directory'];
}

/** On entering demo mode its state is saved, on leaving it forgotten; a size that is sent with it is part of the state. */
export function* updateCanvas(tx: Transaction, id: string, body: Body): Work<Canvas> {
  const canvas = tx.directory.get(Canvas, id);
  if (!canvas) throw refuse.notFound('Canvas', id);
  const next = { ...canvas, ...readPatch(Canvas.fields, body, canvas) };
  if (isSizeSent(body) && resize(tx, id, body)) next.resizes++;
  if (next.mode !== canvas.mode) yield* next.mode === 'demo' ? takeState(tx, id) : dropState(tx, id);
  tx.directory.update(Canvas, next);
  return next;
}

const isModeSent = ({ mode }: Body): boolean => mode !== undefined && mode !== null;

/** Says whether the size is another now. */
function resize(tx: Transaction, id: string, body: Body): boolean {
  const content = tx.scope(id);
  const root = rootOf(content);
  const size = readCanvasSize(body, root.size);
  if (size.width === root.size.width && size.height === root.size.height) return false;
  content.update(SharedCanvas, { ...root, size });
  return true;
}
