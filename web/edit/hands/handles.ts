import { effect, signal } from '@preact/signals';
import type { Box } from '../../../model/looks/shapes.ts';
import { around as both } from '../../live/boxes.ts';
import type { Hands } from './hands.ts';
import type { HandsContext } from './hands-context.ts';
import './handles.css';
import { type Sizable, sizableOf } from './sizable.ts';
import type { HandleSide } from './sized.ts';
import { Sizing } from './sizing.ts';

const corners: Readonly<Record<string, HandleSide>> = {
  nw: { x: -1, y: -1 },
  ne: { x: 1, y: -1 },
  sw: { x: -1, y: 1 },
  se: { x: 1, y: 1 },
};
const sides: Readonly<Record<string, HandleSide>> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
};

/** Pixels of the screen between a widget and the middle of its ring. */
const GAP = 4;
/** Edges farther away are kept near the screen, because browsers cannot lay out millions of pixels. */
const FARTHEST = 10_000;

/** Handles at the box around what is selected, by which pointers size it. Returns what takes them away. */
export function createHandles(context: HandsContext, grip: Hands['grip']): () => void {
  const { editing } = context;
  const { layers, frames, camera, board, outline, seat, text, held } = editing;
  const { element, size } = addFrame(layers.handles);
  const sizing = signal<Sizing | undefined>(undefined);
  let sizable: Sizable | undefined;
  let around: Box | undefined;
  let isStale = true;
  // In the frame, because ten thousand widgets may be selected that change several times before it
  const measure = (): void => {
    isStale = false;
    if (sizing.peek()) return;
    const isWanted = seat.tool.peek() === 'select' && text.opened.peek() === undefined && held.boxes.peek().size === 0;
    sizable = isWanted ? sizableOf(board, outline.selection.ids.peek()) : undefined;
    around = sizable?.items.map(({ box }) => box).reduce(both);
    element.toggleAttribute('data-sides', sizable?.hasSides ?? false);
    element.toggleAttribute('data-several', (sizable?.items.length ?? 0) > 1);
  };
  const later = (): void => {
    isStale = true;
    frames.request();
  };
  const begin = (side: HandleSide) => (step: Parameters<Sizing['move']>[0]) => {
    if (isStale) measure();
    const sized = sizable;
    if (!sized) return undefined;
    const next = new Sizing(sized, side, step, context, () => {
      sizing.value = undefined;
    });
    // What is held has no handles, but for this
    sizable = sized;
    sizing.value = next;
    return next;
  };
  const ends = [
    ...handlesIn(element, 'edit-corner', corners, begin, grip),
    ...handlesIn(element, 'edit-side', sides, begin, grip),
    effect(() => {
      void [outline.selection.ids.value, seat.tool.value, text.opened.value, held.boxes.value, sizing.value];
      later();
    }),
    board.onChange(() => outline.selection.ids.peek().size > 0 && later()),
    effect(() => void [camera.view.value, camera.extent.value, sizable && frames.request()]),
    frames.add(() => {
      if (isStale) measure();
      element.hidden = sizable === undefined;
      element.toggleAttribute('data-sizing', sizing.peek() !== undefined);
      const box = sizing.peek()?.box.peek() ?? around;
      if (!sizable || !box) return;
      place(element, box, camera);
      const shown = `${Math.round(box.width)} × ${Math.round(box.height)}`;
      if (size.textContent !== shown) size.textContent = shown;
    }),
  ];
  return () => {
    for (const end of ends) end();
    element.remove();
  };
}

function addFrame(layer: HTMLElement): Record<'element' | 'size', HTMLElement> {
  const element = layer.ownerDocument.createElement('div');
  element.className = 'edit-handles';
  element.hidden = true;
  const size = element.appendChild(layer.ownerDocument.createElement('span'));
  size.className = 'edit-size';
  layer.append(element);
  return { element, size };
}

function handlesIn(
  element: HTMLElement,
  className: string,
  places: Readonly<Record<string, HandleSide>>,
  begin: (side: HandleSide) => Parameters<Hands['grip']>[1],
  grip: Hands['grip'],
): (() => void)[] {
  return Object.entries(places).map(([name, side]) => {
    const handle = element.appendChild(element.ownerDocument.createElement('i'));
    handle.className = className;
    handle.dataset.side = name;
    return grip(handle, begin(side));
  });
}

function place({ style, dataset }: HTMLElement, box: Box, { toScreen }: HandsContext['editing']['camera']): void {
  const near = (length: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, length));
  const from = toScreen(box);
  const to = toScreen({ x: box.x + box.width, y: box.y + box.height });
  const x = near(from.x - GAP);
  const y = near(from.y - GAP);
  const width = near(to.x + GAP) - x;
  const height = near(to.y + GAP) - y;
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  dataset.small = String(Math.min(width, height) < SMALL);
}

/** In smaller boxes handles would leave nothing to grip; in pixels of the screen. */
const SMALL = 56;
