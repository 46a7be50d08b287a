import { raise } from '../../../model/widgets/place.ts';
import { type Element, isWidgetElement } from '../element.ts';
import { isPart, isPlaced, type PlacedWidget } from '../forms.ts';
import type { Operation, UpdateOperation } from './edit.ts';
import { Highest } from './highest.ts';
import type { Effect } from './pending-operation.ts';
import { isPlaceAlone, type PlaceBody } from './place-alone.ts';
import type { Change } from './predicted-records.ts';
import type { ShownRecords } from './shown-records.ts';

/** What becomes of records by an operation. */
export interface Prediction {
  /** The record of the operation as it was before; undefined: it was not there. */
  readonly last: Element | undefined;
  /** Empty: the server will refuse it. */
  readonly changes: Iterable<readonly [string, Change]>;
  readonly effects: Map<string, Effect>;
}

/**
 * What `predict` says of an edit that does nothing but say where widgets lie, many times as fast: so everything that is selected can be
 * moved at once. Call what it returns for each operation, in their order. Undefined: the edit does more.
 */
export function predictPlaces(
  operations: readonly Operation[],
  shown: Pick<ShownRecords, 'shown' | 'childrenOf'>,
): ((operation: Operation) => Prediction) | undefined {
  if (!operations.every((one) => one.op === 'update' && isPlaceAlone(one.body))) return undefined;
  const written = new Map<string, Element>();
  const tops = new Map<string, Highest>();
  const topOf = (parent: string): Highest => {
    let top = tops.get(parent);
    if (!top)
      tops.set(
        parent,
        (top = new Highest(
          parent,
          shown.childrenOf(parent).map((one) => written.get(one.id) ?? one),
        )),
      );
    return top;
  };
  const view = { highest: (_: unknown, __: unknown, parent: string, except: string) => topOf(parent).except(except) };
  return (operation) => {
    const { id, body } = operation as UpdateOperation & { readonly body: PlaceBody };
    const last = written.get(id) ?? shown.shown(id);
    if (!last || !isMovable(last)) return { last, changes: [], effects: new Map() };
    const { location, depth = last.depth, auto_raise = false } = body;
    const after = { ...last, location, depth };
    if (auto_raise) raise(after as never, view as never);
    tops.get(last.parent_id)?.wrote(id, after);
    written.set(id, after);
    const fields = auto_raise || body.depth !== undefined ? { location, depth: after.depth } : { location };
    return { last, changes: [[id, { before: last, after }]], effects: new Map([[id, { is: 'set', fields }]]) };
  };
}

const isMovable = (element: Element): element is PlacedWidget =>
  isWidgetElement(element) && isPlaced(element) && !isPart(element);
