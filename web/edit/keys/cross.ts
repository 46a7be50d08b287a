import { effect, signal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Shortcut } from '../../view/shortcuts.ts';
import { doneWithTool } from '../choose-tool.ts';
import type { Editing } from '../editing.ts';
import { nearestIn } from '../nearest-in.ts';
import { editTexts } from '../texts.ts';
import type { Tool } from '../tool.ts';
import { tools } from '../tools/index.ts';
import { hasFocus } from './has-focus.ts';
import './cross.css';

/** Where a tool makes something by keyboard. */
export interface Cross {
  readonly rows: readonly Shortcut[];
  /** Shows it in the middle of the view, if the chosen tool puts something there. */
  show(): void;
  close(): void;
}

/** Pixels of the screen of one press, and with Shift. */
const STEP = 10;
const LEAP = 100;

/** A cross on the stage, from the first key on that means it until another tool is chosen or a pointer goes down. */
export function createCross(editing: Editing): Cross {
  const { board, camera, seat, stage } = editing;
  /** In pixels of the stage. */
  const place = signal<XY | undefined>(undefined);
  const tool = (): Tool | undefined => tools.find(({ id }) => id === seat.tool.peek());
  const places = (): boolean => tool()?.placeAt !== undefined && hasFocus(editing);
  const middle = (): XY => ({ x: camera.extent.peek().width / 2, y: camera.extent.peek().height / 2 });
  const step = (x: number, y: number): void => {
    const at = place.peek() ?? middle();
    place.value = nearestIn({ x: at.x + x, y: at.y + y }, { x: 0, y: 0, ...camera.extent.peek() });
  };
  const put = (): void => {
    const at = camera.toCanvas(place.peek() ?? middle());
    const { placeAt, inSteps } = tool()!;
    if (!inSteps) doneWithTool(editing);
    const canvas = board.root.peek()?.box;
    // What goes in steps begins at what lies there, which may be beside the canvas
    placeAt!(canvas && !inSteps ? nearestIn(at, canvas) : at, editing);
  };
  const hide = (): void => {
    place.value = undefined;
  };
  const ends = [
    showAt(editing, place),
    effect(() => {
      seat.tool.value;
      hide();
    }),
    () => stage.removeEventListener('pointerdown', hide, true),
  ];
  stage.addEventListener('pointerdown', hide, true);
  return {
    rows: rowsOf(places, step, put),
    show() {
      if (places()) place.value = middle();
    },
    close() {
      for (const end of ends) end();
    },
  };
}

function rowsOf(when: () => boolean, step: (x: number, y: number) => void, put: () => void): Shortcut[] {
  const row = (id: string, key: string, run: () => void, once = false): Shortcut => ({
    id: `place-${id}`,
    keys: [key],
    group: 'tool',
    text: () => editTexts.value.keys[id === 'put' ? 'put' : 'place'],
    when,
    run,
    once,
  });
  const arrows = (id: string, held: string, length: number): Shortcut[] => [
    row(`${id}-left`, `${held}ArrowLeft`, () => step(-length, 0)),
    row(`${id}-right`, `${held}ArrowRight`, () => step(length, 0)),
    row(`${id}-up`, `${held}ArrowUp`, () => step(0, -length)),
    row(`${id}-down`, `${held}ArrowDown`, () => step(0, length)),
  ];
  return [...arrows('step', '', STEP), ...arrows('leap', 'Shift+', LEAP), row('put', 'Enter', put, true)];
}

function showAt({ stage, layers }: Pick<Editing, 'stage' | 'layers'>, place: { readonly value: XY | undefined }): () => void {
  const cross = Object.assign(stage.ownerDocument.createElement('div'), { className: 'edit-cross' });
  const end = effect(() => {
    const { value } = place;
    if (!value) return cross.remove();
    cross.style.translate = `${value.x}px ${value.y}px`;
    if (!cross.isConnected) layers.handles.append(cross);
  });
  return () => {
    end();
    cross.remove();
  };
}
