import { effect } from '@preact/signals';
import { Pin } from 'lucide';
import { h, render } from 'preact';
import { hasCaption, NARROWEST } from '../../model/looks/captions.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import { headingNumber } from '../live/forms.ts';
import { nameOf } from '../live/widget-words.ts';
import { scale } from '../parts/appearance/scale.ts';
import { Icon } from '../parts/icon.tsx';
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
  /** Where a widget is shown that is being moved; undefined: where the board says. */
  readonly boxOf?: (id: string) => Box | undefined;
}

/** More selected widgets have no rings; that many is a selection of everything. */
const MOST = 200;
/** Pixels of the screen between a widget and its ring. */
const GAP = 3;

/** Rings around the selected widgets, which follow the camera and the widgets. Returns what takes them away. */
export function createRings({ layer, board, selection, camera, frames, boxOf }: RingMeans): () => void {
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
      for (const [id, ring] of rings) place(ring, board.item(id), camera, boxOf?.(id));
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

function place(ring: HTMLElement, item: Item | undefined, camera: RingMeans['camera'], shown?: Box): void {
  const { style } = ring;
  style.visibility = item ? '' : 'hidden';
  if (!item) return;
  const { widget } = item;
  const box = shown ?? item.box;
  const from = camera.toScreen(box);
  const to = camera.toScreen({ x: box.x + box.width, y: box.y + box.height });
  const near = (length: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, length));
  const x = near(from.x - GAP);
  const y = near(from.y - GAP);
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${near(to.x + GAP) - x}px`;
  style.height = `${near(to.y + GAP) - y}px`;
  showPin(ring, 'pinned' in widget && widget.pinned);
  showName(ring, to.x - from.x < NARROWEST * Number(scale.peek()) || !hasCaption(widget.widget_type) ? undefined : widget);
}

/** A selected widget that does not move under fingers says so. */
function showPin(ring: HTMLElement, isPinned: boolean): void {
  const tile = ring.querySelector('.ring-pin');
  if (!isPinned) return tile?.remove();
  if (tile) return;
  const pin = ring.ownerDocument.createElement('span');
  pin.className = 'ring-pin';
  render(h(Icon, { of: Pin, size: 16 }), pin);
  ring.append(pin);
}

/** A selected frame has its name on a plate, which lies exactly over the painted one. */
function showName(ring: HTMLElement, widget: Item['widget'] | undefined): void {
  if (named.get(ring) === widget) return;
  named.set(ring, widget);
  const mark = String((widget && headingNumber(widget)) ?? '');
  const name = widget ? nameOf(widget) : '';
  ring.querySelector('.ring-name')?.remove();
  if (mark === '' && name === '') return;
  const plate = Object.assign(ring.ownerDocument.createElement('span'), { className: 'ring-name' });
  if (mark !== '') plate.append(Object.assign(ring.ownerDocument.createElement('b'), { textContent: mark }));
  plate.append(name);
  ring.append(plate);
}

/** The widget whose name a ring has. */
const named = new WeakMap<HTMLElement, Item['widget'] | undefined>();
