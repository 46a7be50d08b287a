import { Refusal } from '../../model/refusal.ts';
import type { Canvas } from '../../model/resources/canvas.ts';
import { kinds } from '../../model/resources/index.ts';
import type { DurableView, Store, Version } from '../store/store.ts';
import { canvases, stored } from './kinds.ts';

/** A canvas as readers saw it in one turn: what a copy is made from. */
export interface CanvasSource {
  readonly entry: Canvas;
  readonly content: VersionParts;
  /** The saved demo state; empty outside of demo mode. */
  readonly saved: VersionParts;
}

/** Versions in parts of some hundred; in creation order within a list. */
export type VersionParts = readonly (readonly Version[])[];

/**
 * Reads a canvas to copy it. Lists are only copied here, in one turn, a millisecond for 100,000 records: versions are
 * immutable, so work in slices over the copied lists sees this one state, whatever is written meanwhile. 404.
 */
export async function readCanvas(store: Pick<Store, 'directory' | 'load' | 'pin'>, id: string): Promise<CanvasSource> {
  for (;;) {
    const { saved: scope } = stored(store.directory, canvases, id);
    const content = await store.load(id);
    const release = store.pin(id);
    // The canvas may have been saved again, or left demo mode, and then this scope is gone
    const saved = scope === '' ? undefined : await store.load(scope).catch(absent).finally(release);
    release();
    const entry = stored(store.directory, canvases, id);
    if (entry.saved === scope) return { entry, content: partsOf(content), saved: saved ? partsOf(saved) : [] };
  }
}

/** Takes a 404 for undefined, and throws everything else. */
export function absent(cause: unknown): undefined {
  if (!(cause instanceof Refusal) || cause.status !== 404) throw cause;
}

/** Lists that hold all content together, each record once. */
const lists = [...new Set(kinds.filter(({ content }) => content).map(({ name, lists: [shared] }) => shared ?? name))];

/** All content of a scope, copied in this turn. */
export const partsOf = (view: DurableView): VersionParts => lists.flatMap((name) => view.list(name).parts());
