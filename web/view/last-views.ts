import type { Box } from '../../model/looks/shapes.ts';

/** Where this browser was last on each canvas. */
export interface LastViews {
  of(canvas_id: string): Box | undefined;
  keep(canvas_id: string, seen: Box): void;
}

const KEY = 'easel-views';
/** Canvases that are remembered; the longest unseen is forgotten. */
const MOST = 50;

type Entry = readonly [canvas_id: string, x: number, y: number, width: number, height: number];

/** A browser may refuse to store anything; then canvases just open as a whole. */
export function createLastViews(storage: Pick<Storage, 'getItem' | 'setItem'>): LastViews {
  return {
    of(canvas_id) {
      const entry = read(storage).find(([id]) => id === canvas_id);
      return entry && { x: entry[1], y: entry[2], width: entry[3], height: entry[4] };
    },
    keep(canvas_id, { x, y, width, height }) {
      const others = read(storage).filter(([id]) => id !== canvas_id);
      const entries: Entry[] = [[canvas_id, x, y, width, height], ...others.slice(0, MOST - 1)];
      try {
        storage.setItem(KEY, JSON.stringify(entries));
      } catch {}
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): Entry[] {
  try {
    const entries: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  entry.length === 5 &&
  entry.slice(1).every(Number.isFinite) &&
  entry[3] > 0 &&
  entry[4] > 0;
