import type { Signal } from '@preact/signals';
import { placeOn } from '../../view/input.ts';
import { listen } from '../../view/listen.ts';
import type { Editing } from '../editing.ts';
import type { FileDrag } from './file-drag.ts';

type DropEditing = Pick<Editing, 'camera' | 'stage' | 'uploads'>;

/**
 * Lets people drop files anywhere on the page, which would show them in the place of the canvas otherwise. Returns what ends that.
 * @param drag set while files are dragged over the page
 */
export function takeFiles({ camera, stage, uploads }: DropEditing, drag: Signal<FileDrag | undefined>): () => void {
  const over = (event: DragEvent): void => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
    drag.value = { at: placeOn(stage, event), count: Math.max(1, dataTransfer.items.length) };
  };
  const left = ({ relatedTarget }: DragEvent): void => {
    if (relatedTarget === null) drag.value = undefined;
  };
  const dropped = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    drag.value = undefined;
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (files.length > 0) void uploads.add(files, camera.toCanvas(placeOn(stage, event)));
  };
  return listen(document, { dragenter: over, dragover: over, dragleave: left, drop: dropped });
}
