import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Timer, usualClock } from '../../../../client/index.ts';
import { tabConnection } from '../../../live/tab.ts';
import { type PresentPerson, peopleOf } from '../../../presence/people.ts';
import { texts } from '../../../texts.ts';

/** The server tells one connection about this many canvases (interface/streaming 4.11). */
const WATCHED = 8;
/** Milliseconds in which messages gather. */
const GATHER = 500;

const heard = signal<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());
const none: readonly PresentPerson[] = [];

/** The people on a canvas now, if it is one of those that are watched. */
export const hereOn = (canvas_id: string): ReadonlySignal<readonly PresentPerson[]> =>
  computed(() => heard.value.get(canvas_id) ?? none);

/** Hears who is on the first of these canvases while the page is shown. */
export function useHere(canvas_ids: readonly string[]): void {
  const connection = tabConnection().value;
  const watched = canvas_ids.slice(0, WATCHED).join(' ');
  useEffect(() => {
    const ids = watched.split(' ').filter(Boolean);
    if (!connection || ids.length === 0) return undefined;
    const { presence } = connection;
    let timer: Timer | undefined;
    const read = (): void => {
      timer = undefined;
      const guest = (number: number): string => texts.peek().presence.numbered(texts.peek().presence.guest, number);
      heard.value = new Map(ids.map((id) => [id, peopleOf(presence.others(id), guest)]));
    };
    const later = (): void => {
      timer ??= usualClock.after(GATHER, read);
    };
    presence.watch(ids);
    read();
    const end = connection.onPresence({ seen: later, gone: later });
    return () => {
      end();
      timer?.cancel();
      presence.watch([]);
      heard.value = new Map();
    };
  }, [connection, watched]);
}
