import type { Operation } from '../../../live/edits/edit.ts';
import type { Editing } from '../../editing.ts';
import type { LostText } from './salvage.ts';
import { salvageOf } from './salvage-list.ts';

/** Takes in what is on no canvas. */
export interface TakeIn {
  text(lost: LostText): void;
  /** The strokes among operations that are not made. */
  strokes(operations: readonly Operation[]): void;
}

/** @param user id of the person */
export function takeIn({ board }: Editing, user: number): TakeIn {
  const { put } = salvageOf(user);
  const ages = new Map<string, number>();
  const { canvas_id } = board;
  const common = () => ({ canvas_id, canvas_name: board.canvas.peek()?.name ?? '', at: new Date().toISOString() });
  return {
    text({ id, field, text, age, why, box }) {
      const key = `${canvas_id} ${id} ${field}`;
      if (text.trim() === '' || (ages.get(key) ?? age) > age) return;
      ages.set(key, age);
      put(key, { ...common(), kind: 'text', text, why, box });
    },
    strokes(operations) {
      for (const operation of operations) {
        if (operation.op !== 'create' || operation.type !== 'Annotation') continue;
        const item = board.item(operation.widget_id ?? '');
        const origin = item ? { x: item.box.x, y: item.box.y, zoom: item.zoom } : { x: 0, y: 0, zoom: 1 };
        put(operation.id, { ...common(), kind: 'stroke', operation, origin });
      }
    },
  };
}
