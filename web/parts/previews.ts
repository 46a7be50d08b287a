import { Refusal } from '../../model/refusal-error.ts';

/** Each picture costs the server some work, and the browser has six connections for everything. */
const AT_ONCE = 2;

/** Has pictures drawn of canvases that have none; each is asked for once. */
export interface PreviewRequests {
  /** The last one that came into view is the first to be asked for. */
  want(canvas_id: string): void;
  /** The card went out of view before its turn. */
  forget(canvas_id: string): void;
}

/** @param request resolves when the server has heard it; a refusal, which says that there is no picture yet, is fine */
export function createPreviewRequests(request: (canvas_id: string) => Promise<unknown>): PreviewRequests {
  const waiting = new Set<string>();
  const asked = new Set<string>();
  let running = 0;
  const next = (): void => {
    const id = [...waiting].at(-1);
    if (running >= AT_ONCE || id === undefined) return;
    waiting.delete(id);
    asked.add(id);
    running++;
    request(id)
      // Without an answer it was not heard, and is asked for again when the card comes into view again
      .catch((cause) => cause instanceof Refusal && cause.status === 0 && asked.delete(id))
      .finally(() => {
        running--;
        next();
      });
    next();
  };
  return {
    want(id) {
      if (asked.has(id)) return;
      waiting.delete(id);
      waiting.add(id);
      next();
    },
    forget: (id) => void waiting.delete(id),
  };
}
