import type { View } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { kinds } from '../../model/resources/index.ts';
import type { DurableView, Store, Version } from '../store/types.ts';

/** A canvas as readers saw it in one turn: what a copy is made from. */
export interface CanvasSource {
  readonly entry: Canvas;
  readonly content: Parts;
  /** The saved demo state; empty outside of demo mode. */
  readonly saved: Parts;
}

/** Versions in parts of some hundred; in creation order within a list. */
export type Parts = readonly (readonly Version[])[];

/**
 * Reads a canvas to copy it. Lists are only copied here, in one turn, a millisecond for 100,000 records: versions are
 * immutable, so work in slices over the copied lists sees this one state, whatever is written meanwhile. 404.
 */
export async function readCanvas(store: Pick<Store, 'directory' | 'load' | 'pin'>, id: string): Promise<CanvasSource> {
  for (;;) {
    const { saved: scope } = entryOf(store.directory, id);
    const content = await store.load(id);
    const release = store.pin(id);
    // It may have been saved again, or left demo mode, and then this scope is gone
    const saved = scope === '' ? undefined : await store.load(scope).catch(absent).finally(release);
    release();
    const entry = entryOf(store.directory, id);
    if (entry.saved === scope) return { entry, content: partsOf(content), saved: saved ? partsOf(saved) : [] };
  }
}

function absent(cause: unknown): undefined {
  if (!(cause instanceof Refusal) || cause.status !== 404) throw cause;
}

/** The entry of a canvas in the directory; refuses one that is not there. */
export function entryOf(directory: View, id: string): Canvas {
  const entry = directory.get(Canvas, id);
  if (!entry) throw refuse.notFound('Canvas', id);
  return entry;
}

/** Lists that hold all content together, each record once. */
const lists = [...new Set(kinds.filter(({ content }) => content).map(({ name, lists: [shared] }) => shared ?? name))];

/** All content of a scope, copied in this turn. */
export const partsOf = (view: DurableView): Parts => lists.flatMap((name) => view.list(name).parts());
