import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { BoardState } from '../../live/board.ts';
import { texts } from '../../texts/texts.ts';

/** A moment without a connection, in ms, of which nobody needs to know. */
const PATIENCE = 700;

/** A quiet word when the connection is lost, because what is seen may be old then, and that it is back. */
export function ConnectionWord({ state }: { readonly state: ReadonlySignal<BoardState> }) {
  const isWaiting = useLasting(state.value.is === 'waiting');
  const words = texts.value.canvas;
  return (
    <span role="status" class={isWaiting ? 'badge warning' : 'unseen'} title={isWaiting ? words.waiting : undefined}>
      {isWaiting ? words.waitingShort : ''}
    </span>
  );
}

/** True when it has been true for a while; false at once. */
function useLasting(now: boolean): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!now) return setLasted(false);
    const timer = setTimeout(() => setLasted(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [now]);
  return now && lasted;
}
