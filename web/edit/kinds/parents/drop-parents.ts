import { type Signal, signal } from '@preact/signals';
import type { Box } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import type { NewEdit } from '../../../live/edits/edit.ts';
import type { Editing } from '../../editing.ts';
import type { Carried, DropRules } from '../../hands/drops.ts';
import { mayLieOn, takesThings } from './parents.ts';
import { putOn } from './put-on.ts';
import { Rest } from './rest.ts';
import { cellUnder, hasLeft, takerUnder, takes, under } from './takers.ts';

/** What would take what is carried, if that were let go now. */
export interface Taking {
  readonly item: Item;
  readonly isCell: boolean;
}

export interface DropParents extends DropRules {
  readonly taking: Signal<Taking | undefined>;
}

type DropContext = Pick<Editing, 'board' | 'held' | 'camera'> & {
  /** Milliseconds since some moment. */
  readonly now: () => number;
};

/**
 * What lies on what after a drop. A cell takes at once what is dropped with the pointer over it; other widgets take what lies wholly inside of
 * them after the pointer has rested; what has left its parent lies on the canvas again.
 */
export function createDropParents({ board, held, camera, now }: DropContext): DropParents {
  const taking: DropParents['taking'] = signal(undefined);
  const rest = new Rest();
  const things = ({ ids }: Carried): Item[] =>
    [...ids].flatMap((id) => nowAt(board.item(id), held.boxOf(id)) ?? []).filter(mayLieOn);
  const takerOf = (carried: Carried): Taking | undefined => {
    const items = carried.mod ? [] : under(board, carried.point, carried.ids);
    const cell = cellUnder(board, items);
    // Ten thousand things may be carried, and mostly over nothing that takes any
    const carriedThings = cell || items.some(takesThings) ? things(carried) : [];
    const taker = takerUnder(items, carriedThings);
    const hasRested = rest.take(taker?.id, camera.toScreen(carried.point), now());
    if (taker && hasRested) return { item: taker, isCell: false };
    return cell && carriedThings.length > 0 ? { item: cell, isCell: true } : undefined;
  };
  return {
    taking,
    over(carried) {
      const next = takerOf(carried);
      if (next?.item !== taking.peek()?.item) taking.value = next;
    },
    dropped(carried) {
      if (carried.mod) return undefined;
      return putAll(board, things(carried), takerOf(carried));
    },
    left() {
      rest.forget();
      taking.value = undefined;
    },
  };
}

const nowAt = (item: Item | undefined, box: Box | undefined): Item | undefined => item && (box ? { ...item, box } : item);

function putAll(board: Editing['board'], things: readonly Item[], taking: Taking | undefined): NewEdit | undefined {
  const root = board.root.peek();
  const taken = taking ? things.filter((thing) => taking.isCell || takes(taking.item, thing)) : [];
  const leaving = things.filter((thing) => !taken.includes(thing) && hasLeft(board, thing));
  const edits = [
    taking && putOn(board, idsOf(taken), taking.item),
    root && leaving.length > 0 ? putOn(board, idsOf(leaving), root) : undefined,
  ];
  const operations = edits.flatMap((edit) => edit?.operations ?? []);
  return operations.length > 0 ? { label: 'put', operations } : undefined;
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);
