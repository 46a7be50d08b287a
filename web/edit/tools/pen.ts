import { Pencil } from 'lucide';
import { beginInk } from '../ink/ink-gesture.ts';
import { PenOptions } from '../ink/options/ink-options.tsx';
import type { Tool } from '../tool.ts';

/** Writes on what lies under it. */
export const pen: Tool = {
  id: 'pen',
  icon: Pencil,
  keys: ['P'],
  name: ({ tools }) => tools.pen,
  group: 'ink',
  spot: ({ ink }) => ink.penColour.value,
  options: PenOptions,
  cursor: 'crosshair',
  begin(step, editing) {
    const { options, penColour } = editing.ink;
    return beginInk(step, editing, { colour: penColour.peek(), width: options.penWidth.peek(), followsPressure: true });
  },
};
