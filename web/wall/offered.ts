import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WallConfig } from '../../model/displays/wall-config.ts';
import type { Connection } from '../live/connection.ts';
import { followList } from '../live/list.ts';
import type { ListedCanvas, ListedMark } from '../pages/home/listed.ts';
import { recentOf } from '../pages/home/recent.ts';
import { session } from '../session/session.ts';

export type OfferedCanvas = Pick<ListedCanvas, 'id' | 'name' | 'preview_hash'>;

/** What the welcome screen of a wall offers. */
export interface Offered {
  /** The default canvas, where the wall may see it. */
  readonly first: OfferedCanvas | undefined;
  readonly others: readonly OfferedCanvas[];
  /** The server has said what there is. */
  readonly isKnown: boolean;
}

interface Wished {
  readonly default_canvas: string | null;
  readonly offer: WallConfig['welcome']['canvases'];
}

/** More than a screen shows is no choice any more. */
const MOST = { recent: 6, all: 200, none: 0 } as const;
const nothing: Offered = { first: undefined, others: [], isKnown: false };

/** Canvases that a wall offers, kept true while it shows them. */
export function useOffered(connection: Connection | undefined, { default_canvas, offer }: Wished): Offered {
  const offered = useSignal<Offered>(nothing);
  useEffect(() => {
    const user = session.peek()?.user?.id;
    if (!connection || user === undefined) return undefined;
    const canvases = followList<ListedCanvas>(connection, '/canvases');
    const marks = followList<ListedMark>(connection, `/users/${user}/marks`);
    const show = (): void => {
      const all = canvases.items.peek() as ReadonlyMap<string, ListedCanvas> | undefined;
      if (!all) return;
      const opened = recentOf(all, (marks.items.peek() ?? new Map()) as ReadonlyMap<string, ListedMark>);
      const rest = [...all.values()].filter(({ in_trash }) => !in_trash).sort(byChange);
      const known = offer === 'recent' ? [...new Set([...opened, ...rest])] : rest.sort(byName);
      offered.value = {
        first: default_canvas ? all.get(default_canvas) : undefined,
        others: known.filter(({ id }) => id !== default_canvas).slice(0, MOST[offer]),
        isKnown: true,
      };
    };
    const ends = [canvases.items.subscribe(show), marks.items.subscribe(show), canvases.close, marks.close];
    return () => {
      for (const end of ends) end();
    };
  }, [connection, default_canvas, offer]);
  return offered.value;
}

const byChange = (one: ListedCanvas, other: ListedCanvas): number => (one.modified_at < other.modified_at ? 1 : -1);
const byName = (one: ListedCanvas, other: ListedCanvas): number => one.name.localeCompare(other.name);
