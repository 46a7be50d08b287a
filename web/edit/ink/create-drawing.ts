import { computed, effect } from '@preact/signals';
import type { Editing } from '../editing.ts';
import type { Seat } from '../seat.ts';
import type { Drawing } from './drawing.ts';
import { beginErasing } from './erase-gesture.ts';
import { showEraserRing } from './eraser-ring.ts';
import { beginInk } from './ink-gesture.ts';
import { WetInk } from './wet.ts';

/** Loaded right after the tools, before anybody can have chosen one. */
export function createDrawing(editing: Editing): Drawing {
  const wet = new WetInk(editing, (count) => {
    editing.stage.dataset.wet = String(count);
  });
  const endFreeing = effect(() => {
    const { value } = editing.seat.tool;
    if (value !== 'pen' && value !== 'highlighter') wet.freeUnused();
  });
  const editingOf = (seat: Seat): Editing => editing.bySeat.get(seat) ?? editing;
  const endRing = whileErasing(editing, () => showEraserRing(editing));
  return {
    write: (step, style, by) => beginInk(step, editingOf(by), { wet, style }),
    erase: (step, by) => beginErasing(step, editingOf(by)),
    close() {
      endFreeing();
      wet.close();
      endRing();
    },
  };
}

function whileErasing({ seat }: Pick<Editing, 'seat'>, begin: () => () => void): () => void {
  const isErasing = computed(() => seat.tool.value === 'eraser');
  return effect(() => (isErasing.value ? begin() : undefined));
}
