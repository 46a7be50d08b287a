import { effect } from '@preact/signals';
import type { Board } from '../live/board.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import type { Selection } from './selection.ts';
import './rings.css';

export interface RingMeans {
  /** Lies exactly over the canvas, and takes no pointers. */
  readonly layer: HTMLElement;
  readonly board: Pick<Board, 'item' | 'onChange'>;
  readonly selection: Pick<Selection, 'ids'>;
  readonly camera: Pick<Camera, 'toScreen' | 'view' | 'extent'>;
  readonly frames: Frames;
}

/** More selected widgets have no rings; that many is a selection of everything. */
const MOST = 200;
/** Pixels of the screen between a widget and its ring. */
const GAP = 2;

/** Rings around the selected widgets, which follow the camera and the widgets. Returns what takes them away. */
export function createRings({ layer, board, selection, camera, frames }: RingMeans): () => void {
  const rings = new Map<string, HTMLElement>();
  const drop = (id: string): void => {
    rings.get(id)?.remove();
    rings.delete(id);
  };
  const ends = [
    effect(() => {
      const shown = [...selection.ids.value].slice(0, MOST);
      for (const id of rings.keys()) if (!shown.includes(id)) drop(id);
      for (const id of shown) if (!rings.has(id)) rings.set(id, layer.appendChild(newRing(layer)));
      frames.request();
    }),
    effect(() => {
      camera.view.value;
      camera.extent.value;
      if (rings.size > 0) frames.request();
    }),
    board.onChange(() => {
      if (rings.size > 0) frames.request();
    }),
    frames.add(() => {
      for (const [id, ring] of rings) place(ring, board.item(id)?.box, camera);
    }),
  ];
  return () => {
    for (const end of ends) end();
    for (const id of [...rings.keys()]) drop(id);
  };
}

function newRing({ ownerDocument }: HTMLElement): HTMLElement {
  const ring = ownerDocument.createElement('div');
  ring.className = 'ring';
  return ring;
}

/** Edges of widgets far larger than the screen are kept near it, because browsers cannot lay out millions of pixels. */
const FARTHEST = 10_000;

function place(
  { style }: HTMLElement,
  box: (Parameters<Camera['toScreen']>[0] & { width: number; height: number }) | undefined,
  camera: RingMeans['camera'],
): void {
  style.visibility = box ? '' : 'hidden';
  if (!box) return;
  const from = camera.toScreen(box);
  const to = camera.toScreen({ x: box.x + box.width, y: box.y + box.height });
  const near = (length: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, length));
  const [x, y] = [near(from.x - GAP), near(from.y - GAP)];
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${near(to.x + GAP) - x}px`;
  style.height = `${near(to.y + GAP) - y}px`;
}
