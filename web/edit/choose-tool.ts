import type { Editing } from './editing.ts';
import type { Tool } from './tool.ts';

/** Chooses a tool; one that makes things stays when it is chosen twice in a row. What it asks for first is asked now. */
export function chooseTool(editing: Editing, tool: Tool): void {
  const { seat } = editing;
  seat.isLocked.value = tool.makes === true && seat.tool.peek() === tool.id;
  seat.tool.value = tool.id;
  const end = tool.chosen?.(editing);
  if (end) endWithTool(editing, end);
}

/** A tool has made something: it gives way to Select, unless it stays. */
export function doneWithTool({ seat }: Pick<Editing, 'seat'>): void {
  if (!seat.isLocked.peek()) seat.tool.value = 'select';
}

/** Ends what a tool asks for when another one is chosen. */
function endWithTool({ seat }: Pick<Editing, 'seat'>, end: () => void): void {
  const asking = seat.tool.peek();
  const stop = seat.tool.subscribe((id) => {
    if (id === asking) return;
    // Not while it subscribes: the present tool is heard first
    stop();
    end();
  });
}
