import { Eraser } from 'lucide';
import { EraserOptions } from '../ink/options/ink-options.tsx';
import type { Tool } from '../tool.ts';

/** Takes ink away, and nothing else. */
export const eraser: Tool = {
  id: 'eraser',
  icon: Eraser,
  keys: ['E'],
  name: ({ tools }) => tools.eraser,
  group: 'ink',
  options: EraserOptions,
  cursor: 'none',
  begin: (step, { ink }) => ink.erase(step),
};
