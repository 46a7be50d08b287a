import { MousePointer2 } from 'lucide';
import type { Tool } from '../tool.ts';

/** What it does with pointers is in `hands/`: they grip widgets, handles and empty canvas. */
export const select: Tool = {
  id: 'select',
  icon: MousePointer2,
  keys: ['V'],
  name: ({ tools }) => tools.select,
  group: 'point',
  cursor: 'default',
};
