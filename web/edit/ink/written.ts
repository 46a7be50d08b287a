import type { Colour } from '../../../model/looks/shapes.ts';
import type { CreateOperation } from '../../live/edits/edit.ts';
import { createListeners } from '../hands/listeners.ts';
import type { InkPoint } from './curve.ts';

/** A stroke while it is written, as others are told of it. */
export interface WrittenStroke {
  /** The id that it will have. */
  readonly id: string;
  /** The widget on which it lies. */
  readonly on: string;
  /** On a PDF: the page, from 1. */
  readonly page: number | undefined;
  readonly colour: Colour;
  /** In pixels of the widget; grows. */
  readonly points: readonly InkPoint[];
  /** What would make it if it ended here. Call it once, and add nothing afterwards. */
  end(): readonly CreateOperation[];
}

/** All strokes that are written on this page now. */
export interface Written {
  readonly all: ReadonlySet<WrittenStroke>;
  add(stroke: WrittenStroke): void;
  /** Call it when a stroke has grown. */
  grown(): void;
  /** Forgets a stroke that is over. */
  remove(stroke: WrittenStroke): void;
  /** Returns what ends it. */
  onChange(listen: () => void): () => void;
}

export function createWritten(): Written {
  const all = new Set<WrittenStroke>();
  const changed = createListeners<void>();
  return {
    all,
    add: (stroke) => void all.add(stroke),
    grown: () => changed.call(),
    remove(stroke) {
      if (all.delete(stroke)) changed.call();
    },
    onChange: changed.add,
  };
}
