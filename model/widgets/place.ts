import type { About, View, Work, Writer } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import type { Stored } from '../resource.ts';
import { Annotation } from '../resources/annotation.ts';
import { type Beside, isUuid, readBeside, type Size } from '../types.ts';
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
 * The place beside a sibling that a body asks for with `depth`; undefined when it asks for none, and with `auto_raise`, which wins
 * (interface/widgets 1.5).
 */
export function besideOf({ sent, body }: Pick<About<unknown>, 'sent' | 'body'>): Beside | undefined {
  const isNamed = sent.has('depth.above') || sent.has('depth.below');
  return isNamed && !sent.has('auto_raise') ? readBeside(body.depth as object, 'depth') : undefined;
}

/**
 * Gives a widget a depth right above or below a sibling. Where no number fits, the depth becomes that of the sibling, and `spread` makes
 * room when the widget is written. Leaves what is no sibling to `checkBeside`.
 */
export function stack(next: Placed, { side, id }: Beside, { previous, view }: Pick<About<Placed>, 'previous' | 'view'>): void {
  const sibling = siblingOf(next, id, view);
  if (!sibling) return;
  const own = previous?.parent_id === next.parent_id ? previous.depth : undefined;
  const { lower, higher, same } = view.neighbours(siblings, 'depth', next.parent_id, sibling.depth, own);
  const room = side === 'above' ? { from: sibling.depth, to: higher } : { from: lower, to: sibling.depth };
  next.depth = (same === 1 ? within(room, own) : undefined) ?? sibling.depth;
}

export function checkBeside(next: Placed, { side, id }: Beside, view: View): void {
  if (!siblingOf(next, id, view)) throw refuse.invalid(`depth.${side} ${id} is not a sibling of this widget`);
}

/** Numbers all siblings anew, from 1 on, when `stack` found no number that fits. */
export function* spread(record: Readonly<Placed>, { side, id }: Beside, writer: Writer): Work {
  if (siblingOf(record, id, writer)?.depth !== record.depth) return;
  const own = String(record.id);
  const keys = (yield* writer.ordered(siblings, 'depth', record.parent_id)).filter((key) => key !== own);
  keys.splice(keys.indexOf(id) + (side === 'above' ? 1 : 0), 0, own);
  for (const [at, key] of keys.entries()) {
    const { kind, record: sibling } = writer.find(key)!;
    writer.update(kind, { ...sibling, depth: at + 1 } as Placed);
    if (at % RENUMBERED === RENUMBERED - 1) yield;
  }
}

/** Widgets that get a new depth in one step. */
const RENUMBERED = 50;

function siblingOf({ id: own, parent_id }: Readonly<Placed>, id: string, view: View): Placed | undefined {
  const found = id === own ? undefined : view.find(id);
  if (!found || !isWidget(found.kind) || !found.kind.widget.placed) return undefined;
  const sibling = found.record as Placed;
  return sibling.parent_id === parent_id ? sibling : undefined;
}

interface Room {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A depth between two others, `own` if that is one already. Undefined: there is none. */
function within({ from, to }: Room, own: number | undefined): number | undefined {
  const fits = (depth: number): boolean => (from === undefined || depth > from) && (to === undefined || depth < to);
  if (own !== undefined && fits(own)) return own;
  let depth = 1;
  if (from !== undefined) depth = to === undefined ? from + 1 : from + (to - from) / 2;
  else if (to !== undefined) depth = Math.max(1, to - 1);
  return fits(depth) ? depth : undefined;
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
