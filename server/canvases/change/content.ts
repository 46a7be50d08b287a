import { Refusal } from '../../../model/refusal.ts';
import type { Canvas } from '../../../model/resources/canvas.ts';
import { kinds } from '../../../model/resources/index.ts';
import type { DurableView, Store, Version } from '../../store/store.ts';
import { canvases, stored } from '../rules/kinds.ts';

/** A canvas as readers saw it in one turn. A copy is made from it. */
export interface CanvasSource {
  readonly entry: Canvas;
  readonly content: VersionParts;
  /** The saved demo state; empty outside of demo mode. */
  readonly saved: VersionParts;
}

/** Versions in parts of some hundred. The versions of one list are in creation order. */
export type VersionParts = readonly (readonly Version[])[];

/**
 * Reads a canvas to copy it. It only copies the lists, in one turn, which takes a millisecond for 100,000 records. Versions are
 * immutable; therefore slow work over the copied lists sees this one state, whatever is written meanwhile. 404 when there is no
 * canvas.
 */
export async function readCanvas(store: Pick<Store, 'directory' | 'load' | 'pin'>, id: string): Promise<CanvasSource> {
  for (;;) {
    const { saved: scope } = stored(store.directory, canvases, id);
    const content = await store.load(id);
    const release = store.pin(id);
    // The scope is gone when the canvas was saved again, or left demo mode, since its entry was read
    const saved = scope === '' ? undefined : await store.load(scope).catch(absent).finally(release);
    release();
    const entry = stored(store.directory, canvases, id);
    if (entry.saved === scope) return { entry, content: partsOf(content), saved: saved ? partsOf(saved) : [] };
  }
}

/** Makes undefined of a 404, and throws everything else. */
export function absent(cause: unknown): undefined {
  if (!(cause instanceof Refusal) || cause.status !== 404) throw cause;
}

/** The lists that together hold all content, each record once. */
const lists = [...new Set(kinds.filter(({ content }) => content).map(({ name, lists: [shared] }) => shared ?? name))];

/** All content of a scope, copied in this turn. */
export const partsOf = (view: DurableView): VersionParts => lists.flatMap((name) => view.list(name).parts());
