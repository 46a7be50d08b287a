import type { About, View } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import type { Stored } from '../resource.ts';
import { Annotation } from '../resources/annotation.ts';
import { isUuid, type Size } from '../types.ts';
import { isWidget, type Placed } from './common.ts';
import { rootOf } from './shared-canvas.ts';

/**
 * `""` (also read from `null`) and the id of the canvas stand for the root. For a new widget, so does every UUID that names
 * no widget here, because importers send the parent that the widget had on another canvas (interface/widgets 1.7).
 */
export function joinParent(next: Placed, { previous, view }: Pick<About<Placed>, 'previous' | 'view'>): void {
  const { parent_id } = next;
  if (parent_id === '' || parent_id === view.scope || (!previous && isForeign(parent_id, view))) next.parent_id = rootOf(view).id;
}

/** The id of a stroke does not count as foreign; `checkParent` refuses it as a parent. */
function isForeign(id: string, view: View): boolean {
  if (!isUuid(id)) return false;
  const kind = view.find(id)?.kind;
  return !(kind && (isWidget(kind) || kind === Annotation));
}

/** Centres a new widget on its parent, in the coordinates that were not sent. Leaves an invalid parent to `checkParent`. */
export function centre(next: Placed, { sent, view }: About<Placed>): void {
  if (sent.has('location.x') && sent.has('location.y')) return;
  const area = areaOf(view.find(next.parent_id)?.record);
  if (!area) return;
  next.location = {
    x: sent.has('location.x') ? next.location.x : middle(area.width, next.size.width * next.scale),
    y: sent.has('location.y') ? next.location.y : middle(area.height, next.size.height * next.scale),
  };
}

/** The number index `depth`: widgets of all types under one parent. */
export const siblings = { numbers: { depth: ({ parent_id, depth }: Placed) => [parent_id, depth] as const } };

/** Puts a widget on top of its siblings, the other placed widgets with the same parent; depth 1 when there are none. */
export function raise(next: Placed, view: View): void {
  next.depth = (view.highest(siblings, 'depth', next.parent_id, String(next.id)) ?? 0) + 1;
}

/**
 * Refuses a parent that is not a widget of this canvas, has no area, or is a descendant of `next`. Takes one step for each
 * level of the tree.
 */
export function checkParent(next: Placed, view: View): void {
  for (let id = next.parent_id; id !== ''; ) {
    if (id === next.id) throw refuse.invalid(`parent_id ${next.parent_id} would make a circular parent chain`);
    const found = view.find(id);
    if (!found || !isWidget(found.kind) || !found.kind.widget.placed) {
      throw refuse.invalid(`parent_id ${next.parent_id} is not a widget of this canvas that can be a parent`);
    }
    id = (found.record as Placed).parent_id;
  }
}

function areaOf(record: Stored | undefined): Size | undefined {
  return record && 'size' in record ? (record.size as Size) : undefined;
}

/** Sizes near the largest double would give an infinite location, which JSON cannot hold. */
function middle(area: number, extent: number): number {
  const start = (area - extent) / 2;
  return Number.isFinite(start) ? start : 0;
}
