import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import type { CanvasContext } from './use-canvas-context.ts';

/** Milliseconds after which the picture is not waited for any longer. */
const PATIENCE = 1000;

/**
 * True as soon as all that is seen of the canvas was painted once, or the list has been there for a second: what is loaded then does not
 * compete with the first picture for the processor and the connection.
 */
export function useFirstPicture({ opened, shown }: Pick<CanvasContext, 'opened' | 'shown'>): boolean {
  const was = useSignal(false);
  const isThere = opened.board.state.value.is !== 'loading' && shown.value !== undefined;
  useEffect(() => {
    if (!isThere || was.peek()) return;
    const timer = usualClock.after(PATIENCE, () => {
      was.value = true;
    });
    return () => timer.cancel();
  }, [isThere]);
  useEffect(() => {
    if (isThere && shown.value?.picture.sharp.value) was.value = true;
  });
  return isThere && was.value;
}
