import { effect } from '@preact/signals';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';
import { around } from '../../../live/boxes.ts';
import { scale } from '../../../parts/appearance/scale.ts';
import type { Editing } from '../../editing.ts';
import { placeBar } from './place-bar.ts';

/** Pixels between a bar and the edges and islands, at scale 1. */
const EDGE = 12;
/** The islands at the upper edge with their distance from it, and the toolbar at the lower one. */
const ABOVE = 56;
const BELOW = 68;
const OPTIONS = 60;

/**
 * Keeps a bar beside the selection, in the frames in which the picture moves. It reads nothing of the page but the size that an observer
 * told, so nothing is laid out for it. Returns what ends that.
 */
export function followSelection(bar: HTMLElement, editing: Editing): () => void {
  const { camera, frames, board, outline, held, stage, panel, seat } = editing;
  let size: Size = { width: bar.offsetWidth, height: bar.offsetHeight };
  let aside = 0;
  let pointer: XY | undefined;
  const pointed = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top } = stage.getBoundingClientRect();
    pointer = { x: clientX - left, y: clientY - top };
  };
  const measure = new ResizeObserver(() => {
    size = { width: bar.offsetWidth, height: bar.offsetHeight };
    frames.request();
  });
  let selected: Box | undefined;
  let isStale = true;
  const later = (): void => {
    isStale = true;
    frames.request();
  };
  const place = (): void => {
    if (isStale) selected = selectedBox(editing);
    isStale = false;
    const shown = selected && onScreen(selected, camera);
    bar.style.visibility = shown ? 'visible' : 'hidden';
    if (!shown) return;
    const { x, y } = placeBar(shown, size, roomIn(editing, aside), Number(scale.peek()), pointer);
    bar.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  };
  measure.observe(bar);
  stage.addEventListener('pointerup', pointed, true);
  const ends = [
    frames.add(place),
    effect(() => void [camera.view.value, camera.extent.value, seat.tool.value, frames.request()]),
    effect(() => void [held.boxes.value, outline.selection.ids.value, later()]),
    effect(() => {
      const isOpen = (panel.value ?? outline.panel.value) !== undefined;
      aside = isOpen ? 324 : 0;
      frames.request();
    }),
    board.onChange(later),
    () => measure.disconnect(),
    () => stage.removeEventListener('pointerup', pointed, true),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Around all that is selected, in pixels of the canvas; undefined: nothing is. */
function selectedBox({ outline, board, held }: Editing): Box | undefined {
  const boxes = [...outline.selection.ids.peek()].flatMap((id) => held.boxOf(id) ?? board.item(id)?.box ?? []);
  return boxes.length > 0 ? boxes.reduce(around) : undefined;
}

/** In pixels of the stage; undefined: nothing of it is seen. */
function onScreen({ x, y, width: wide, height: tall }: Box, camera: Editing['camera']): Box | undefined {
  const from = camera.toScreen({ x, y });
  const to = camera.toScreen({ x: x + wide, y: y + tall });
  const { width, height } = camera.extent.peek();
  const isSeen = to.x > 0 && to.y > 0 && from.x < width && from.y < height;
  return isSeen ? { ...from, width: to.x - from.x, height: to.y - from.y } : undefined;
}

/** @param aside the width of an open panel, at scale 1 */
function roomIn({ camera, seat }: Pick<Editing, 'camera' | 'seat'>, aside: number): Box {
  const factor = Number(scale.peek());
  const { width, height } = camera.extent.peek();
  const taken = aside > 0 ? aside + EDGE : 0;
  const below = BELOW + (seat.tool.peek() === 'select' ? 0 : OPTIONS);
  return {
    x: EDGE * factor,
    y: (ABOVE + EDGE) * factor,
    width: width - (2 * EDGE + taken) * factor,
    height: height - (ABOVE + below + 2 * EDGE) * factor,
  };
}
