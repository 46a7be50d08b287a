import { Highlighter } from 'lucide';
import { HighlighterOptions } from '../ink/options/ink-options.tsx';
import type { Tool } from '../tool.ts';

/** In pixels of the screen. */
const WIDTH = 24;

/** Writes broadly over text, which stays legible. */
export const highlighter: Tool = {
  id: 'highlighter',
  icon: Highlighter,
  keys: ['Shift+P'],
  name: ({ tools }) => tools.highlighter,
  group: 'ink',
  spot: ({ ink }) => ink.options.markerColour.value.slice(0, 7),
  options: HighlighterOptions,
  cursor: 'crosshair',
  begin(step, { ink }) {
    const colour = ink.options.markerColour.peek();
    return ink.write(step, { colour, width: WIDTH, followsPressure: false });
  },
};
