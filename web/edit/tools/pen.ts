import { Pencil } from 'lucide';
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
  begin(step, { ink }) {
    const { options, penColour } = ink;
    return ink.write(step, { colour: penColour.peek(), width: options.penWidth.peek(), followsPressure: true });
  },
};
