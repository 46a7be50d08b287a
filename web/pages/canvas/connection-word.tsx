import type { OpenedCanvas } from '../../scene/opened-canvas.ts';
import { useLasting } from '../../scene/use-lasting.ts';
import { texts } from '../../texts.ts';

/** A moment without a connection, in ms, of which nobody needs to know; and one in which a server may answer without a network. */
const PATIENCE = 700;
const OFFLINE_PATIENCE = 300;

/** A quiet word when the connection is lost, because what is seen may be old then, and that it is back. */
export function ConnectionWord({ opened }: { readonly opened: Pick<OpenedCanvas, 'board' | 'connection'> }) {
  const isWaiting = useLasting(opened.board.state.value.is === 'waiting', PATIENCE);
  const isOffline = useLasting(opened.connection.isOffline.value, OFFLINE_PATIENCE);
  const isOld = isWaiting || isOffline;
  const words = texts.value.canvas;
  return (
    <span role="status" class={isOld ? 'badge warning' : 'unseen'} title={isOld ? words.waiting : undefined}>
      {isOffline ? words.offline : isWaiting ? words.waitingShort : ''}
    </span>
  );
}
