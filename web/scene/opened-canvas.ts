import { type ReadonlySignal, signal } from '@preact/signals';
import type { EditableBoard } from '../live/board.ts';
import type { Connection } from '../live/connection.ts';
import { createBoard } from '../live/create-board.ts';
import { type CanvasBitmaps, createBitmaps } from '../paint/bitmaps.ts';
import { type Camera, createCamera } from '../view/camera.ts';
import { createFrames, type Frames } from '../view/frames.ts';

/** A canvas that somebody has opened, and what of it is seen. */
export interface OpenedCanvas {
  readonly board: EditableBoard;
  readonly camera: Camera;
  readonly frames: Frames;
  /** Images and pages of documents, in the sizes in which they are seen. */
  readonly bitmaps: CanvasBitmaps;
  readonly connection: Connection;
  /** Whether something was shown already: from then on a lost connection hides nothing. */
  readonly hasContent: ReadonlySignal<boolean>;
  close(): void;
}

export function openCanvas(connection: Connection, canvas_id: string): OpenedCanvas {
  loadFonts();
  const board = createBoard({ connection, canvas_id });
  const camera = createCamera();
  const frames = createFrames();
  const bitmaps = createBitmaps({ canvas_id, seen: camera.seen });
  const hasContent = signal(board.size.peek() !== undefined);
  const end = board.size.subscribe((size) => {
    hasContent.value ||= size !== undefined;
  });
  return {
    board,
    camera,
    frames,
    bitmaps,
    connection,
    hasContent,
    close() {
      end();
      frames.stop();
      bitmaps.destroy();
      board.close();
    },
  };
}

/** The letters of most canvases, so that they are there before the first of them is painted. Those that do not come are painted in another font. */
function loadFonts(): void {
  for (const weight of [400, 600]) document.fonts.load(`${weight} 1em Inter`).catch(() => undefined);
}
