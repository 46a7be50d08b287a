import { effect, signal } from '@preact/signals';
import { createElement, render } from 'preact';
import { palette } from '../../model/looks/colours.ts';
import { radiusOf } from '../../model/looks/parts.ts';
import type { Box, Group, Shape } from '../../model/looks/shapes.ts';
import type { Item } from '../live/board.ts';
import type { PaintShapes } from '../paint/shapes.ts';
import { texts } from '../texts.ts';
import type { View } from '../view/camera.ts';
import type { Above } from './above.ts';
import { make } from './elements.ts';
import { cutOut } from './holes.ts';
import type { Face, Kind, Live, LiveContext } from './kind.ts';
import { Marks } from './marks.ts';
import { type Card, type Control, Panel } from './panel.tsx';

/** Frames are laid out at most this large, in CSS pixels, because browsers keep the pixels of larger ones in too much memory. */
const LARGEST_LAYOUT = 8192;

export interface IslandOptions {
  readonly item: Item;
  readonly kind: Kind;
  readonly context: LiveContext;
  readonly paint: PaintShapes;
  /** Asks for a frame. */
  readonly request: () => void;
}

/** One live element: where it lies, what is cut out of it, what is painted and said on it. */
export class Island {
  readonly element = make('section', 'island');
  readonly live: Live;
  readonly kind: Kind;
  #item: Item;
  readonly #frame = make('div', 'island-frame');
  readonly #over = make('div', 'island-over');
  readonly #marks: Marks;
  readonly #face: Face = {
    frame: this.#frame,
    ready: signal(false),
    shapes: signal<readonly Shape[]>([]),
    card: signal<Card | undefined>(undefined),
    controls: signal<readonly Control[]>([]),
  };
  readonly #ends: (() => void)[];
  /** Pixels of the layout for one of the widget. */
  #grain = 1;
  /** The radius of the corners, in pixels of the widget. */
  #radius = 0;
  #aboveIt: readonly Group[] = [];
  /** The transform that was written last; empty: everything must be written. */
  #at = '';

  constructor({ item, kind, context, paint, request }: IslandOptions) {
    this.#item = item;
    this.kind = kind;
    this.element.dataset.island = item.id;
    this.#marks = new Marks(this.element, paint, request);
    this.element.append(this.#frame, this.#over);
    this.#size();
    this.live = kind.open(item.widget, this.#face, context);
    render(createElement(Panel, this.#face), this.#over);
    this.#ends = [
      effect(() => this.#show(this.#face.ready.value)),
      effect(() => {
        void this.#face.shapes.value;
        this.#paintMarks();
        request();
      }),
      effect(() => this.#name(texts.value)),
      effect(() => this.#mark('entered', context.entered.value === item.id)),
      effect(() => {
        // A panel appears where it should be
        if (this.#face.card.value || this.#face.controls.value.length > 0) this.#at = '';
        request();
      }),
    ];
  }

  get item(): Item {
    return this.#item;
  }

  set item(item: Item) {
    const before = this.#item;
    this.#item = item;
    if (before.widget === item.widget) return;
    this.#size();
    this.live.update(item.widget);
    this.#name(texts.peek());
  }

  /** Somebody points at it. */
  set isNear(near: boolean) {
    this.#mark('near', near);
  }

  /** Cuts out what lies above. */
  cover({ holes, marks }: Above): void {
    const { box } = this.#item;
    const scale = this.#scale;
    const inside = holes.map(({ x, y, width, height }) => ({
      x: (x - box.x) * scale,
      y: (y - box.y) * scale,
      width: width * scale,
      height: height * scale,
    }));
    const { path } = cutOut({ width: box.width * scale, height: box.height * scale }, inside);
    this.element.style.clipPath = path === undefined ? '' : `path(evenodd, '${path}')`;
    this.#aboveIt = marks;
    this.#paintMarks();
  }

  /** Before each picture of the screen. Writes only what is new, and reads nothing from the layout. @param shown where it is while it is moved */
  place(view: View, seen: Box, shown?: Box): void {
    const box = shown ?? this.#item.box;
    const scale = (view.zoom / this.#scale) * (box.width / this.#item.box.width);
    const at = `translate(${(box.x - view.x) * view.zoom}px, ${(box.y - view.y) * view.zoom}px) scale(${scale})`;
    this.#marks.place(box, seen, view, this.#scale);
    if (at === this.#at) return;
    this.#at = at;
    this.element.style.transform = at;
    if (this.#face.card.peek() || this.#face.controls.peek().length > 0) this.#placeOver(view, seen, scale);
  }

  close(): void {
    for (const end of this.#ends) end();
    this.live.close();
    render(null, this.#over);
    this.#marks.close();
    this.element.remove();
  }

  /** What it says of itself, below what lies above it. */
  #paintMarks(): void {
    const { box, zoom } = this.#item;
    const shapes = this.#face.shapes.peek();
    const own: Group[] = shapes.length === 0 ? [] : [{ left: box.x, top: box.y, zoom, shapes }];
    this.#marks.set([...own, ...this.#aboveIt]);
  }

  /** Pixels of the layout for one of the canvas. */
  get #scale(): number {
    return this.#grain / this.#item.zoom;
  }

  #size(): void {
    const { size } = this.#item.widget as unknown as { readonly size: { readonly width: number; readonly height: number } };
    this.#grain = Math.min(1, LARGEST_LAYOUT / Math.max(size.width, size.height));
    this.element.style.width = `${size.width * this.#grain}px`;
    this.element.style.height = `${size.height * this.#grain}px`;
    this.#radius = radiusOf(size);
    this.#frame.style.borderRadius = `${this.#radius * this.#grain}px`;
    this.#frame.style.background = this.kind.isSeeThrough?.(this.#item.widget) ? 'none' : palette.dark;
    this.#at = '';
  }

  /** Over the part that is on the screen, so that its controls are there, too. */
  #placeOver(view: View, seen: Box, scale: number): void {
    const { box } = this.#item;
    const left = Math.max(box.x, seen.x);
    const top = Math.max(box.y, seen.y);
    const right = Math.min(box.x + box.width, seen.x + seen.width);
    const bottom = Math.min(box.y + box.height, seen.y + seen.height);
    const { style } = this.#over;
    style.transform = `translate(${(left - box.x) * this.#scale}px, ${(top - box.y) * this.#scale}px) scale(${1 / scale})`;
    style.width = `${Math.max(0, right - left) * view.zoom}px`;
    style.height = `${Math.max(0, bottom - top) * view.zoom}px`;
    style.borderRadius = `${this.#radius * view.zoom * this.#item.zoom}px`;
  }

  #show(ready: boolean): void {
    this.#frame.classList.toggle('waits', !ready);
  }

  #name({ islands }: typeof texts.value): void {
    this.element.ariaLabel = this.kind.nameOf(this.#item.widget, islands);
  }

  #mark(name: 'near' | 'entered', is: boolean): void {
    this.element.toggleAttribute(`data-${name}`, is);
  }
}
