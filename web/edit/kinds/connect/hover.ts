import { type ReadonlySignal, signal } from '@preact/signals';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import { isFrame } from '../../../live/forms.ts';
import { holds } from '../../../selection/hit-test.ts';
import { kindOf, placeOn } from '../../../view/input.ts';
import { listen } from '../../../view/listen.ts';
import type { Editing } from '../../editing.ts';
import { connectableAt } from './connectable.ts';

/** Side dots lie beside their widget; so far from it the pointer still means it. In pixels of the screen. */
const BESIDE = 36;

/** The widget over which a mouse or a pen hovers, or whose side dots it goes to; one sees through frames, so none of them. */
export function createHover({ stage, board, camera }: Pick<Editing, 'stage' | 'board' | 'camera'>): {
  readonly hovered: ReadonlySignal<string | undefined>;
  close(): void;
} {
  const hovered = signal<string | undefined>(undefined);
  const at = (point: XY): string | undefined => {
    const item = connectableAt(board, point, 0);
    if (item && !isFrame(item.widget)) return item.id;
    const before = hovered.peek() === undefined ? undefined : board.item(hovered.peek()!);
    return before && holds(grown(before.box, BESIDE / camera.view.peek().zoom), point) ? before.id : undefined;
  };
  const end = listen(stage, {
    pointermove(event) {
      if (kindOf(event) !== 'touch' && event.buttons === 0) hovered.value = at(camera.toCanvas(placeOn(stage, event)));
    },
    pointerleave: () => {
      hovered.value = undefined;
    },
  });
  return { hovered, close: end };
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
