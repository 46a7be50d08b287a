import type { XY } from '../../model/looks/shapes.ts';
import type { Camera } from '../view/camera.ts';
import { type HitBoard, hitTest } from './hit-test.ts';
import type { Selection } from './selection.ts';

export interface PickContext {
  readonly board: HitBoard;
  readonly camera: Pick<Camera, 'toCanvas' | 'view'>;
  readonly selection: Pick<Selection, 'select' | 'clear' | 'toggle'>;
  readonly travel: { toWidget(id: string): boolean };
  /** Milliseconds since some moment. */
  readonly now: () => number;
}

/** How near to a connector one must point, in pixels of the screen. */
const SLACK = 8;
/** Milliseconds between two presses of one mouse that are a double click. */
const TWICE = 400;

/** What a press on the canvas in one place does: it selects what lies there, twice on the same widget goes there. */
export function createPicks({ board, camera, selection, travel, now }: PickContext): (tap: { readonly at: XY }) => void {
  let before: { readonly id: string; readonly time: number } | undefined;
  return ({ at }) => {
    const id = hitTest(board, camera.toCanvas(at), SLACK / camera.view.peek().zoom)?.id;
    const twice = id !== undefined && before?.id === id && now() - before.time <= TWICE;
    before = id === undefined || twice ? undefined : { id, time: now() };
    if (id === undefined) return selection.clear();
    selection.select(id);
    if (twice) travel.toWidget(id);
  };
}
