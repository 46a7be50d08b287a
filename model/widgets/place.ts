import type { About, View } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import type { Stored } from '../resource.ts';
import { Annotation } from '../resources/annotation.ts';
import { isUuid, type Size } from '../types.ts';
import { isWidget, type Placed } from './common.ts';
import { rootOf } from './shared-canvas.ts';

/**
 * `""` (read from `null` too) and the canvas's own id are other spellings of the root; for a new widget so is every UUID
 * that names no widget here, because importers send the parent that it had on another canvas (widgets contract 1.7).
 */
export function joinParent(next: Placed, { previous, view }: Pick<About<Placed>, 'previous' | 'view'>): void {
  const { parent_id } = next;
  if (parent_id === '' || parent_id === view.scope || (!previous && isForeign(parent_id, view))) next.parent_id = rootOf(view).id;
}

/** Strokes are here, too, and no parents: that is for the check. */
function isForeign(id: string, view: View): boolean {
  if (!isUuid(id)) return false;
  const kind = view.find(id)?.kind;
  return !(kind && (isWidget(kind) || kind === Annotation));
}

/** What was not sent of the location of a new widget centres it on its parent. A parent that is none is left to the check. */
export function centre(next: Placed, { sent, view }: About<Placed>): void {
  if (sent.has('location.x') && sent.has('location.y')) return;
  const area = areaOf(view.find(next.parent_id)?.record);
  if (!area) return;
  next.location = {
    x: sent.has('location.x') ? next.location.x : middle(area.width, next.size.width * next.scale),
    y: sent.has('location.y') ? next.location.y : middle(area.height, next.size.height * next.scale),
  };
}

/** On top of its siblings: other widgets with a place under the same parent. 1 without any. */
export function raise(next: Placed, view: View): void {
  next.depth = (view.highest('depth', next.parent_id, String(next.id)) ?? 0) + 1;
}

/** Refuses a parent that is no widget of this canvas, has no area, or stands below `next`: steps of the tree's depth. */
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

/** Extents near the largest double would give an infinite place, which JSON cannot hold. */
function middle(area: number, extent: number): number {
  const start = (area - extent) / 2;
  return Number.isFinite(start) ? start : 0;
}
