import { Refusal, refuse } from '../../model/refusal.ts';
import { isUuid } from '../../model/types.ts';
import type { CanvasDeps } from '../collections/deps.ts';
import type { Call } from '../http/routing/route.ts';
import type { DurableView } from '../store/store.ts';
import { ofOperation } from './refusals.ts';

/** @bound Canvases from which one batch clones: 400. */
const SOURCES_MAX = 20;

/** The canvases from which a batch clones, loaded and kept in memory until `release`. */
export interface CloneSources {
  /** The canvas as readers see it now. 403 without view on it. */
  readonly viewOf: (canvas: string) => DurableView;
  readonly release: () => void;
}

/** Loads them before the command, which waits for nothing. The refusal of one is that of the first operation that names it. */
export async function openSources(
  { store, rules }: CanvasDeps,
  { actor }: Call,
  operations: readonly unknown[],
): Promise<CloneSources> {
  const views = new Map<string, DurableView>();
  const pins: (() => void)[] = [];
  const release = (): void => {
    for (const unpin of pins) unpin();
  };
  const permit = (canvas_id: string): void => rules.viewCanvas.permit(actor, { canvas_id });
  try {
    for (const [at, operation] of operations.entries()) {
      const canvas = sourceOf(operation);
      if (canvas === undefined || views.has(canvas)) continue;
      try {
        if (views.size === SOURCES_MAX) throw refuse.invalid(`A batch clones from at most ${SOURCES_MAX} canvases`);
        permit(canvas);
        views.set(canvas, await store.load(canvas));
        pins.push(store.pin(canvas));
      } catch (error) {
        throw error instanceof Refusal ? ofOperation(error, at) : error;
      }
    }
  } catch (error) {
    release();
    throw error;
  }
  return {
    release,
    viewOf(canvas) {
      permit(canvas);
      const view = views.get(canvas);
      if (!view) throw refuse.notFound('Canvas', canvas);
      return view;
    },
  };
}

/** The canvas from which an operation clones. What is no clone, or a wrong one, is judged in its turn. */
function sourceOf(operation: unknown): string | undefined {
  const { op, body } = (operation ?? {}) as { readonly op?: unknown; readonly body?: unknown };
  const { source_canvas_id, source_widget_id } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const isClone = op === 'create' && typeof source_canvas_id === 'string' && typeof source_widget_id === 'string';
  return isClone && isUuid(source_canvas_id) ? source_canvas_id.toLowerCase() : undefined;
}
