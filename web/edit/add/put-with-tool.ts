import { chooseTool } from '../choose-tool.ts';
import type { Editing } from '../editing.ts';
import type { Tool } from '../tool.ts';
import { placeFor } from './add-place.ts';

/** What a tool makes at a point has about this size, in pixels of the screen. */
const MADE = 200;

/** Makes the thing of a tool beside the selection or in the middle of the view. A tool that asks for something first is chosen. */
export function putWithTool(editing: Editing, tool: Tool): void {
  const { board, camera, seat } = editing;
  if (tool.chosen || !tool.placeAt) {
    // Chosen twice in a row it would stay
    seat.tool.value = 'select';
    return chooseTool(editing, tool);
  }
  const { zoom } = camera.view.peek();
  const selected = editing.selected().map(({ box }) => box);
  const size = { width: MADE / zoom, height: MADE / zoom };
  const there = board.items().map(({ box }) => box);
  tool.placeAt(placeFor(size, selected, camera.seen.peek(), zoom, there), editing);
}
