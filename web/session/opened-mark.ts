import { useEffect } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import { rest } from './rest.ts';
import { session } from './session.ts';

/** Milliseconds in which the server takes a canvas for still open (interface/canvases 13), so nothing is sent again. */
const AGAIN_MS = 60_000;
/** When this tab told of each canvas last. */
const told = new Map<string, number>();

/** Keeps for whoever is signed in that they opened this canvas. @param isShown a canvas that nobody may see was not opened */
export function useOpenedMark(canvas_id: string, isShown: boolean): void {
  const user = session.value?.user?.id;
  useEffect(() => {
    if (!isShown || user === undefined) return;
    const key = `${user} ${canvas_id}`;
    if (usualClock.steady() - (told.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    told.set(key, usualClock.steady());
    // Nobody waits for it, and the canvas is shown without it
    rest.post(`/users/${user}/marks`, { item_id: canvas_id, opened: true }).catch(() => told.delete(key));
  }, [canvas_id, isShown, user]);
}
