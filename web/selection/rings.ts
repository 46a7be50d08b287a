import { effect } from '@preact/signals';
import { Pin } from 'lucide';
import { h, render } from 'preact';
import { hasCaption, NARROWEST } from '../../model/looks/captions.ts';
import type { Box, XY } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import { headingNumber } from '../live/forms.ts';
import { nameOf } from '../live/widget-words.ts';
import { scale } from '../parts/appearance/scale.ts';
import { Icon } from '../parts/icon.tsx';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import { commonMotion } from './common-motion.ts';
import type { Selection } from './selection.ts';
import './rings.css';

export interface RingContext {
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
export function createRings({ layer, board, selection, camera, frames, boxOf }: RingContext): () => void {
  const rings = new Rings(layer);
  const ends = [
    effect(() => {
      rings.choose([...selection.ids.value].slice(0, MOST));
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
    frames.add(() => rings.place((id) => placeOf(board.item(id), camera, boxOf?.(id)))),
  ];
  return () => {
    for (const end of ends) end();
    rings.remove();
  };
}

/** What a ring shows, and where that is on the screen, in pixels. */
interface RingPlace {
  readonly widget: Item['widget'];
  readonly box: Box;
  readonly isNamed: boolean;
}

/** Rings that all move alike are moved by one transform of what they lie in, so that two hundred cost as little as one. */
class Rings {
  readonly #host: HTMLElement;
  readonly #all = new Map<string, HTMLElement>();
  /** The places of the rings when they were last set one by one. */
  #placed: readonly (RingPlace | undefined)[] = [];

  constructor(layer: HTMLElement) {
    this.#host = layer.appendChild(layer.ownerDocument.createElement('div'));
    this.#host.className = 'rings';
  }

  get size(): number {
    return this.#all.size;
  }

  choose(ids: readonly string[]): void {
    const chosen = new Set(ids);
    for (const [id, ring] of this.#all) {
      if (chosen.has(id)) continue;
      ring.remove();
      this.#all.delete(id);
    }
    for (const id of ids) if (!this.#all.has(id)) this.#all.set(id, this.#host.appendChild(newRing(this.#host)));
    this.#placed = [];
  }

  /** @param placeOf undefined: the widget is not there */
  place(placeOf: (id: string) => RingPlace | undefined): void {
    const now = Array.from(this.#all.keys(), placeOf);
    const motion = this.#motionTo(now);
    this.#host.style.transform = motion ? `translate(${inWhole(motion.x)}px, ${inWhole(motion.y)}px)` : '';
    if (motion) return;
    for (const [at, ring] of [...this.#all.values()].entries()) place(ring, now[at]);
    this.#placed = now;
  }

  remove(): void {
    this.#host.remove();
    this.#all.clear();
  }

  #motionTo(now: readonly (RingPlace | undefined)[]): XY | undefined {
    if (now.some((one, at) => !one || !isAlike(one, this.#placed[at]))) return undefined;
    return commonMotion(
      this.#placed.flatMap((one) => one?.box ?? []),
      now.flatMap((one) => one?.box ?? []),
    );
  }
}

const isAlike = (one: RingPlace, other: RingPlace | undefined): boolean =>
  one.widget === other?.widget && one.isNamed === other.isNamed;

/** In whole pixels of the device, so that lines stay as sharp as they were painted. */
const inWhole = (length: number): number => Math.round(length * devicePixelRatio) / devicePixelRatio;

function newRing({ ownerDocument }: HTMLElement): HTMLElement {
  const ring = ownerDocument.createElement('div');
  ring.className = 'ring';
  return ring;
}

/** Edges of widgets far larger than the screen are kept near it, because browsers cannot lay out millions of pixels. */
const FARTHEST = 10_000;

/** @param shown where it is while it is moved */
function placeOf(item: Item | undefined, camera: RingContext['camera'], shown?: Box): RingPlace | undefined {
  if (!item) return undefined;
  const box = shown ?? item.box;
  const from = camera.toScreen(box);
  const to = camera.toScreen({ x: box.x + box.width, y: box.y + box.height });
  const width = to.x - from.x;
  const isNamed = width >= NARROWEST * Number(scale.peek()) && hasCaption(item.widget.widget_type);
  return { widget: item.widget, box: { x: from.x, y: from.y, width, height: to.y - from.y }, isNamed };
}

function place(ring: HTMLElement, shown: RingPlace | undefined): void {
  const { style } = ring;
  style.visibility = shown ? '' : 'hidden';
  if (!shown) return;
  const { widget, box, isNamed } = shown;
  const near = (length: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, length));
  const x = near(box.x - GAP);
  const y = near(box.y - GAP);
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${near(box.x + box.width + GAP) - x}px`;
  style.height = `${near(box.y + box.height + GAP) - y}px`;
  showPin(ring, 'pinned' in widget && widget.pinned);
  showName(ring, isNamed ? widget : undefined);
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
