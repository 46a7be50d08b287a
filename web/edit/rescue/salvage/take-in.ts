import type { Operation } from '../../../live/edits/edit.ts';
import type { Editing } from '../../editing.ts';
import type { LostText, Salvage } from './salvage.ts';
import { salvageOf } from './salvage-list.ts';

/** Takes in what is on no canvas. */
export interface TakeIn {
  text(lost: LostText): void;
  /** The strokes among operations that are not made. */
  strokes(operations: readonly Operation[], why: Salvage['why']): void;
}

/** @param user id of the person */
export function takeIn({ board }: Editing, user: number): TakeIn {
  const { put } = salvageOf(user);
  const ages = new Map<string, number>();
  const { canvas_id } = board;
  const common = (why: Salvage['why']) => {
    const canvas_name = board.canvas.peek()?.name ?? '';
    return { canvas_id, canvas_name, why, at: new Date().toISOString() };
  };
  return {
    text({ id, field, text, age, why, box }) {
      const key = `${canvas_id} ${id} ${field}`;
      if (text.trim() === '' || (ages.get(key) ?? age) > age) return;
      ages.set(key, age);
      put(key, { ...common(why), kind: 'text', text, box });
    },
    strokes(operations, why) {
      for (const operation of operations) {
        if (operation.op !== 'create' || operation.type !== 'Annotation') continue;
        const item = board.item(operation.widget_id ?? '');
        const origin = item ? { x: item.box.x, y: item.box.y, zoom: item.zoom } : { x: 0, y: 0, zoom: 1 };
        put(operation.id, { ...common(why), kind: 'stroke', operation, origin });
      }
    },
  };
}
