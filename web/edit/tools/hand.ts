import { Hand } from 'lucide';
import type { Tool } from '../tool.ts';

/** Moves the view, whatever lies under the pointer. */
export const hand: Tool = {
  id: 'hand',
  icon: Hand,
  keys: ['H'],
  name: ({ tools }) => tools.hand,
  group: 'point',
  cursor: 'grab',
};
