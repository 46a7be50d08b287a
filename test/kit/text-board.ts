import { type Signal, signal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Board, BoardChange, BoardState, Item, WidgetOf } from '../../web/live/board.ts';

/** What a test says of a widget; its box is on the canvas. */
export interface Placed {
  readonly id: string;
  readonly is?: string;
  readonly box?: readonly [x: number, y: number, width?: number, height?: number];
  readonly parent_id?: string;
  readonly [field: string]: unknown;
}

/** A board whose widgets a test puts and takes. Later ones lie above earlier ones. */
export interface TextBoard extends Board {
  readonly state: Signal<BoardState>;
  put(...widgets: readonly Placed[]): void;
  take(...ids: readonly string[]): void;
}

const ROOT = 'root';

export function itemOf({ id, is = 'Note', box = [0, 0], parent_id = ROOT, ...fields }: Placed, order = 0): Item {
  const [x, y, width = 100, height = 100] = box;
  const widget = { id, widget_type: is, parent_id, ...fields } as unknown as WidgetOf;
  const area = { x, y, width, height };
  return { id, widget, box: area, reach: area, zoom: 1, order, strokes: [] };
}

export const connector = (id: string, src: string, dst: string): Placed => {
  const end = (of: string) => ({ id: of, auto_location: true, rel_location: { x: 0.5, y: 0.5 }, tip: 'none' });
  return { id, is: 'Connector', src: end(src), dst: end(dst), line_width: 4, line_color: '#000000ff', type: 'straight' };
};

export function textBoard(...widgets: readonly Placed[]): TextBoard {
  const items = new Map<string, Item>();
  const listeners = new Set<(change: BoardChange) => void>();
  const count = signal(0);
  let order = 0;
  const publish = (change: Partial<BoardChange>): void => {
    count.value = items.size;
    for (const listen of listeners) listen({ whole: false, dirty: [], changed: [], added: [], removed: [], ...change });
  };
  const board: TextBoard = {
    canvas_id: 'canvas',
    state: signal<BoardState>({ is: 'live' }),
    canvas: signal(undefined),
    background: signal(undefined),
    size: signal({ width: 10_000, height: 10_000 }),
    root: signal(undefined),
    count,
    item: (id) => items.get(id),
    itemsIn: (box) => [...items.values()].filter((item) => meet(item.box, box)),
    items: () => [...items.values()],
    onChange(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    close() {},
    put(...placed) {
      const made = placed.map((one) => itemOf(one, order++));
      const changed = made.filter(({ id }) => items.has(id));
      const added = made.filter(({ id }) => !items.has(id));
      for (const item of made) items.set(item.id, item);
      publish({ changed, added });
    },
    take(...ids) {
      const removed = ids.flatMap((id) => items.get(id) ?? []);
      for (const { id } of removed) items.delete(id);
      publish({ removed });
    },
  };
  board.put(...widgets);
  return board;
}

const meet = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;
