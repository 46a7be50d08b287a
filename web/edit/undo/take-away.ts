import type { DeleteOperation } from '../../live/edits/edit.ts';
import type { Element } from '../../live/element.ts';
import { attachedTo, type ShownBoard } from './shown-board.ts';
import { fieldOf, followingFields, isCell, type Step } from './step.ts';
import { isSame } from './values.ts';

interface TakenAway {
  readonly operations: readonly DeleteOperation[];
  /** Things that stay, because others have changed them or put something on them. */
  readonly left: number;
}

/**
 * Deletes what a step has made, unless others have changed it or put something on it since.
 * @param movedOff widgets that this step takes back from where they lie
 */
export function takeAway({ created }: Pick<Step, 'created'>, shown: ShownBoard, movedOff: (id: string) => boolean): TakenAway {
  const there = new Map([...created].filter(([id]) => shown.record(id)));
  const attached = attachedTo(shown, there);
  const stays = new Set([...there].filter(([id, made]) => isChanged(made, shown.record(id)!)).map(([id]) => id));
  const holds = (id: string): boolean =>
    (attached.get(id) ?? []).some((one) => (there.has(one) ? stays.has(one) : !movedOff(one)));
  for (let grows = true; grows; ) {
    grows = false;
    for (const id of there.keys()) {
      if (stays.has(id) || !holds(id)) continue;
      stays.add(id);
      grows = true;
    }
  }
  const going = [...there].filter(([id, made]) => !stays.has(id) && !isCell(made));
  const goesAlong = (made: Element): boolean => 'parent_id' in made && there.has(made.parent_id) && !stays.has(made.parent_id);
  return {
    operations: going.filter(([, made]) => !goesAlong(made)).map(([id]) => ({ op: 'delete', id })),
    left: [...stays].filter((id) => !isCell(there.get(id)!)).length,
  };
}

/** Nobody changes cells but by their table. Where others raise something, too, the server gives another depth than the page expects. */
function isChanged(made: Element, shown: Element): boolean {
  if (isCell(made)) return false;
  const follows = fieldOf(made, 'auto_text_color') === true && fieldOf(shown, 'auto_text_color') === true;
  return Object.keys(made).some((field) => {
    if (followingFields.has(field) || field === 'depth' || (follows && field === 'text_color')) return false;
    return !isSame(fieldOf(made, field), fieldOf(shown, field));
  });
}
