import { cellId } from '../../../model/widgets/table-cell.ts';
import type { WidgetOf } from '../../live/board.ts';
import type { CreateOperation } from '../../live/edits/edit.ts';
import { type Element, isWidgetElement, type StrokeElement, type WidgetElement } from '../../live/element.ts';
import { isLine, isPlaced } from '../../live/forms.ts';
import { bodyOf } from '../commands/record-body.ts';
import type { ShownBoard } from './shown-board.ts';
import { type CanvasPlace, isCell, type Step } from './step.ts';

interface MadeAgain {
  readonly operations: readonly CreateOperation[];
  /** The ids of widgets that come back; those of cells follow from their table, and may be others than before. */
  readonly ids: ReadonlyMap<string, string>;
  /** What cannot come back, because others have deleted what it needs. */
  readonly left: number;
}

/** Makes again what a step has deleted, under the old ids: parents before children, then connectors and strokes. */
export function makeAgain({ deleted, places }: Pick<Step, 'deleted' | 'places'>, shown: ShownBoard): MadeAgain {
  const again = new Again(places, shown);
  const lines: WidgetElement[] = [];
  const strokes: StrokeElement[] = [];
  for (const record of deleted.values()) {
    if (!isWidgetElement(record)) strokes.push(record);
    else if (isLine(record)) lines.push(record);
  }
  for (const record of parentsFirst(deleted)) again.put(record);
  for (const line of lines) again.connect(line);
  for (const stroke of strokes.sort((a, b) => a.depth - b.depth)) again.draw(stroke);
  return again;
}

class Again implements MadeAgain {
  readonly operations: CreateOperation[] = [];
  left = 0;
  readonly ids = new Map<string, string>();
  readonly #places: ReadonlyMap<string, CanvasPlace>;
  readonly #shown: ShownBoard;

  constructor(places: Step['places'], shown: ShownBoard) {
    this.#places = places;
    this.#shown = shown;
  }

  put(record: WidgetElement): void {
    const { id } = record;
    if (isCell(record)) return this.#putCell(record as WidgetOf<'TableCell'>);
    if (this.#shown.record(id)) return;
    this.ids.set(id, id);
    const body = bodyOf(record);
    if (isPlaced(record)) {
      if (this.#exists(record.parent_id)) body.parent_id = this.#to(record.parent_id);
      else this.#putOnRoot(body, this.#places.get(id));
    }
    this.operations.push({ op: 'create', id, type: record.widget_type, body });
  }

  connect(record: WidgetElement): void {
    if (!isLine(record) || this.#shown.record(record.id)) return;
    const { src, dst } = record;
    if (!this.#exists(src.id) || !this.#exists(dst.id)) return void this.left++;
    const ends = { src: { ...src, id: this.#to(src.id) }, dst: { ...dst, id: this.#to(dst.id) } };
    this.operations.push({ op: 'create', id: record.id, type: 'Connector', body: { ...bodyOf(record), ...ends } });
  }

  draw({ id, parent_id, points, line_color, depth, page }: StrokeElement): void {
    if (this.#shown.record(id)) return;
    if (!this.#exists(parent_id)) return void this.left++;
    const body = { points, line_color, depth };
    const operation = { op: 'create', id, type: 'Annotation', body: page === undefined ? body : { ...body, page } } as const;
    const isOnCanvas = parent_id === this.#shown.board.root.peek()?.id;
    this.operations.push(isOnCanvas ? operation : { ...operation, widget_id: this.#to(parent_id) });
  }

  #putCell(cell: WidgetOf<'TableCell'>): void {
    if (!this.#shown.record(cell.id)) this.ids.set(cell.id, cellId(cell.parent_id, cell));
  }

  #putOnRoot(body: Record<string, unknown>, place: CanvasPlace | undefined): void {
    body.parent_id = this.#shown.board.root.peek()!.id;
    if (!place) return;
    body.location = { x: place.x, y: place.y };
    body.scale = place.zoom;
  }

  #exists(id: string): boolean {
    return this.ids.has(id) || this.#shown.record(id) !== undefined;
  }

  #to(id: string): string {
    return this.ids.get(id) ?? id;
  }
}

/** Widgets with a place, so that each comes after what it lies on. */
function parentsFirst(deleted: ReadonlyMap<string, Element>): WidgetElement[] {
  const found = new Set<WidgetElement>();
  for (const record of deleted.values()) {
    const chain: WidgetElement[] = [];
    for (let at: Element | undefined = record; at && isWidgetElement(at) && isPlaced(at) && !found.has(at); ) {
      chain.push(at);
      at = deleted.get(at.parent_id);
    }
    for (const one of chain.reverse()) found.add(one);
  }
  return [...found];
}
