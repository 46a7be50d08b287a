import { effect, type ReadonlySignal } from '@preact/signals';
import { type Timer, usualClock } from '../../client/index.ts';
import { personStyle } from '../parts/appearance/person-colours.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import { cursorsOf, IDLE, liveCursors, type ShownCursor } from './cursor-list.ts';
import { glideAt, isOver } from './glides.ts';
import type { PresentPerson } from './people.ts';
import { newPersonLabel } from './person-label.ts';
import './cursors.css';

export interface CursorContext {
  /** Lies exactly over the canvas, and takes no pointers. */
  readonly layer: HTMLElement;
  readonly people: ReadonlySignal<readonly PresentPerson[]>;
  readonly camera: Pick<Camera, 'view' | 'extent' | 'toScreen'>;
  readonly frames: Frames;
  /** Whether the person wants no motion. */
  readonly still: () => boolean;
}

/** The cursors of others above the canvas. Returns what takes them away. */
export function createCursors({ layer, people, camera, frames, still }: CursorContext): () => void {
  const elements = new Map<string, HTMLElement>();
  let cursors: Map<string, ShownCursor> = new Map();
  let timer: Timer | undefined;
  const draw = (): void => {
    const now = usualClock.steady();
    const live = liveCursors(cursors.values(), now);
    keepOnly(elements, live);
    for (const cursor of live) {
      const element = elements.get(cursor.key) ?? newCursor(layer);
      elements.set(cursor.key, element);
      look(element, cursor);
      place(element, camera.toScreen(still() ? cursor.glide.to : glideAt(cursor.glide, now)), camera);
    }
    if (!still() && live.some(({ glide }) => !isOver(glide, now))) frames.request();
    // Nothing else may happen until one of them has been idle for long enough
    timer?.cancel();
    if (live.length > 0) timer = usualClock.after(IDLE, frames.request);
  };
  const ends = [
    effect(() => {
      cursors = cursorsOf(people.value, cursors, usualClock.steady());
      frames.request();
    }),
    effect(() => {
      camera.view.value;
      if (elements.size > 0) frames.request();
    }),
    frames.add(draw),
  ];
  return () => {
    timer?.cancel();
    for (const end of ends) end();
    keepOnly(elements, []);
  };
}

function keepOnly(elements: Map<string, HTMLElement>, live: readonly ShownCursor[]): void {
  const keys = new Set(live.map(({ key }) => key));
  for (const [key, element] of elements) {
    if (keys.has(key)) continue;
    element.remove();
    elements.delete(key);
  }
}

const ARROW = 'M1 1 L1 17 L5.6 13.2 L8.6 20 L11.6 18.7 L8.6 12 L14.6 12 Z';

function newCursor(layer: HTMLElement): HTMLElement {
  const { ownerDocument: document } = layer;
  const cursor = document.createElement('div');
  cursor.className = 'cursor';
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 16 22');
  const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  arrow.setAttribute('d', ARROW);
  picture.append(arrow);
  cursor.append(picture, newPersonLabel(document));
  return layer.appendChild(cursor);
}

function look(element: HTMLElement, { name, colour, down }: ShownCursor): void {
  const label = element.lastElementChild!;
  if (label.textContent !== name) label.textContent = name;
  for (const [key, value] of Object.entries(personStyle(colour))) element.style.setProperty(key, value);
  element.classList.toggle('down', down);
}

function place(
  { style }: HTMLElement,
  { x, y }: { readonly x: number; readonly y: number },
  { extent }: Pick<Camera, 'extent'>,
): void {
  const { width, height } = extent.peek();
  const isSeen = x >= 0 && y >= 0 && x < width && y < height;
  style.visibility = isSeen ? '' : 'hidden';
  if (isSeen) style.transform = `translate(${x}px, ${y}px)`;
}
