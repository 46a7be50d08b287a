import type { IconNode } from 'lucide';
import type { ComponentType } from 'preact';
import type { Colour, XY } from '../../model/looks/shapes.ts';
import type { EditTexts } from '../../texts/edit.ts';
import type { Editing } from './editing.ts';
import type { PointerGesture, ToolStep } from './pointer-gesture.ts';
import type { ToolId } from './seat.ts';

export type { PointerGesture, ToolStep };

/** A button of the toolbar, its keys, and what a pointer does with it. One file each in `tools/`, and a line in `tools/index.ts`. */
export interface Tool {
  readonly id: ToolId;
  readonly icon: IconNode;
  /** In the form of `readChord`. */
  readonly keys: readonly string[];
  readonly name: (texts: EditTexts) => string;
  /** Tools of one group stand together in the toolbar; those of `add` are in the menu Add only. Default `make`. */
  readonly group?: ToolGroup;
  /** The colour with which it writes, as a bar below its icon. Reads signals. */
  readonly spot?: (editing: Editing) => Colour;
  /** What is chosen with the tool: a row above the toolbar. */
  readonly options?: ComponentType<{ readonly editing: Editing }>;
  /** A cursor of CSS while the tool is chosen. */
  readonly cursor: string;
  /** Makes one thing and gives way to Select, unless it was chosen twice in a row. */
  readonly makes?: boolean;
  /** What it makes takes several steps, and it gives way by itself after the last one. */
  readonly inSteps?: boolean;
  /** Begins what a pointer does that goes down on the canvas. Undefined: it moves the view. Default: it always does. */
  readonly begin?: (step: ToolStep, editing: Editing) => PointerGesture | undefined;
  /** Enter, while the canvas has the focus: what the tool makes at the cross, in pixels of the canvas. */
  readonly placeAt?: (point: XY, editing: Editing) => void;
  /** Asks for an address or a file before something can be placed. Returns what ends that. */
  readonly chosen?: (editing: Editing) => (() => void) | undefined;
}

export type ToolGroup = 'point' | 'ink' | 'make' | 'add';
