import { Canvas, canvasIn } from '../../model/resources/canvas.ts';
import { Grant, grantOf, userPrincipal } from '../../model/resources/grant.ts';
import type { Size } from '../../model/types.ts';
import { rootWidget, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import type { Transaction } from '../store/types.ts';
import { type Asker, requireFolderToCreateIn } from './destination.ts';
import { freeName } from './free-name.ts';
import type { NewPlace } from './new-place.ts';
import { refuseMoreCanvases } from './user-limits.ts';

export interface NewCanvas extends NewPlace {
  /** Made before the command runs: it is the name of a fresh scope. */
  readonly id: string;
  readonly size: Size;
}

/** Makes the entry, the root widget in the canvas's own scope, and the caller's ownership. */
export function createCanvas(tx: Transaction, asker: Asker, { id, size, ...place }: NewCanvas): Canvas {
  const folder = requireFolderToCreateIn(tx, asker, place.folder_id);
  refuseMoreCanvases(tx, asker);
  const name = place.name || freeName(tx.directory, 'canvases-numbered', folder, Canvas.fields.name.initial());
  const canvas = canvasIn(folder, id, name, tx.now, asker.caller.id);
  tx.directory.insert(Canvas, canvas);
  tx.directory.insert(Grant, grantOf(id, userPrincipal(asker.caller.id), 'owner'));
  tx.scope(id).insert(SharedCanvas, rootWidget(tx.newId(), size));
  return canvas;
}
