import type { Stroke } from './board.ts';
import type { StrokeElement } from './element.ts';
import type { PlacedEntry } from './placed.ts';

/** Strokes of a message that came to one widget, and those in whose place they came or which went. */
export interface StrokeChange {
  readonly came: readonly Stroke[];
  readonly gone: readonly Stroke[];
}

/** Strokes by their ids: a canvas may have ten thousand on one widget, and an eraser asks for hundreds of them. */
export class StrokeIndex {
  readonly #known = new Map<string, { readonly parent_id: string; readonly stroke: Stroke }>();

  /** The record of a stroke as the stream sends it. */
  element(id: string): StrokeElement | undefined {
    const known = this.#known.get(id);
    return known && { ...known.stroke, widget_type: 'Annotation', parent_id: known.parent_id, state: 'normal' };
  }

  add({ id: parent_id }: PlacedEntry, strokes: readonly Stroke[]): void {
    for (const stroke of strokes) this.#known.set(stroke.id, { parent_id, stroke });
  }

  /** Takes what a message says of the strokes of one widget. */
  take(entry: PlacedEntry, elements: readonly StrokeElement[]): StrokeChange {
    const gone = elements.flatMap(({ id }) => this.#on(entry, id) ?? []);
    const came = elements.filter(({ state }) => state !== 'deleted');
    for (const { id } of gone) this.#known.delete(id);
    this.add(entry, came);
    entry.strokes = lowestFirst([...without(entry.strokes, gone), ...came]);
    return { came, gone };
  }

  /** With its widget. */
  drop({ strokes }: PlacedEntry): void {
    for (const { id } of strokes) this.#known.delete(id);
  }

  clear(): void {
    this.#known.clear();
  }

  #on({ id: parent_id }: PlacedEntry, id: string): Stroke | undefined {
    const known = this.#known.get(id);
    return known?.parent_id === parent_id ? known.stroke : undefined;
  }
}

export const lowestFirst = (strokes: readonly Stroke[]): readonly Stroke[] => strokes.toSorted((a, b) => a.depth - b.depth);

function without(strokes: readonly Stroke[], gone: readonly Stroke[]): readonly Stroke[] {
  if (gone.length === 0) return strokes;
  const left = new Set(gone);
  return strokes.filter((stroke) => !left.has(stroke));
}
