import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Item, Stroke } from '../../live/board.ts';
import type { NewEdit, Operation } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { isRoot } from '../../live/forms.ts';
import { StrokeFinder } from '../../live/stroke-finder.ts';
import type { Editing } from '../editing.ts';
import { type EraseDetail, ErasedStroke } from './erase.ts';

/** Pieces that are shorter go; in pixels of the screen. */
const LEAST = 2;
/** How exactly strokes are cut; in pixels of the screen. */
const FINE = 0.02;

/** A stroke that the eraser has met. */
interface Cut {
  readonly item: Item;
  readonly stroke: Stroke;
  readonly erased: ErasedStroke;
  /** Ids of its pieces but the longest, which stays the stroke. */
  readonly ids: string[];
  operations: readonly Operation[];
  endPreview: () => void;
}

export interface ErasingOptions {
  /** The diameter of the circle, in pixels of the screen. */
  readonly size: number;
  /** All of a stroke goes that the circle meets. */
  readonly isWhole: boolean;
}

type ErasingContext = Pick<Editing, 'board' | 'camera' | 'edits' | 'perform'>;

/** An eraser on its way: what it has cut is shown at once, and written when it is lifted. */
export class Erasing {
  readonly #editing: ErasingContext;
  readonly #options: ErasingOptions;
  readonly #finder = new StrokeFinder();
  /** Keys are the ids of the strokes and of all pieces that are shown in their place. */
  readonly #cuts = new Map<string, Cut>();
  #at: XY | undefined;

  constructor(editing: ErasingContext, options: ErasingOptions) {
    this.#editing = editing;
    this.#options = options;
  }

  /** The circle goes straight on to a point of the canvas. */
  to(point: XY): void {
    const from = this.#at ?? point;
    this.#at = point;
    const { board, camera } = this.#editing;
    const radius = this.#options.size / 2 / camera.view.peek().zoom;
    const box: Box = {
      x: Math.min(from.x, point.x) - radius,
      y: Math.min(from.y, point.y) - radius,
      width: Math.abs(from.x - point.x) + 2 * radius,
      height: Math.abs(from.y - point.y) + 2 * radius,
    };
    const root = board.root.peek();
    for (const item of root ? [root, ...board.itemsIn(box)] : [])
      if (item.strokes.length > 0) this.#sweep(item, box, { from, to: point, radius });
  }

  /** Writes what was erased: one step of undo. */
  write(): void {
    const cuts = this.#end();
    const edit: NewEdit = { label: 'erase', operations: cuts.flatMap(({ operations }) => operations) };
    this.#editing.perform(edit);
  }

  /** Nothing was erased. */
  drop(): void {
    this.#end();
  }

  #sweep(item: Item, box: Box, sweep: { readonly from: XY; readonly to: XY; readonly radius: number }): void {
    const { x, y } = item.box;
    const by = 1 / item.zoom;
    const within = ({ x: atX, y: atY }: XY): XY => ({ x: (atX - x) * by, y: (atY - y) * by });
    const found = this.#finder.find(item, { ...within(box), width: box.width * by, height: box.height * by });
    const local = { from: within(sweep.from), to: within(sweep.to), radius: sweep.radius * by };
    for (const cut of new Set(found.map((stroke) => this.#cutOf(item, stroke)))) {
      if (cut.erased.erase(local)) this.#show(cut);
    }
  }

  #cutOf(item: Item, stroke: Stroke): Cut {
    const known = this.#cuts.get(stroke.id);
    if (known) return known;
    const scale = this.#editing.camera.view.peek().zoom * item.zoom;
    const detail: EraseDetail = { least: LEAST / scale, fine: FINE / scale };
    const erased = new ErasedStroke(stroke.points, detail);
    return { item, stroke, erased, ids: [], operations: [], endPreview: () => undefined };
  }

  #show(cut: Cut): void {
    const { stroke, ids } = cut;
    const pieces = this.#options.isWhole ? [] : cut.erased.pieces();
    while (ids.length < pieces.length - 1) ids.push(newId());
    cut.operations = operationsFor(cut, pieces);
    cut.endPreview();
    cut.endPreview = this.#editing.edits.preview({ label: 'erase', operations: cut.operations });
    for (const id of [stroke.id, ...ids]) this.#cuts.set(id, cut);
  }

  #end(): Cut[] {
    const cuts = [...new Set(this.#cuts.values())];
    this.#cuts.clear();
    for (const { endPreview } of cuts) endPreview();
    return cuts;
  }
}

/** The longest piece is the stroke still; others are new strokes like it. */
function operationsFor({ item, stroke, ids }: Cut, pieces: readonly string[]): Operation[] {
  const { id, line_color, depth, page } = stroke;
  const [longest, ...others] = pieces;
  if (longest === undefined) return [{ op: 'delete', id }];
  const creates = others.map((points, at): Operation => {
    const body = page === undefined ? { line_color, depth, points } : { line_color, depth, page, points };
    const create = { op: 'create', id: ids[at]!, type: 'Annotation', body } as const;
    return isRoot(item.widget) ? create : { ...create, widget_id: item.id };
  });
  return [{ op: 'update', id, body: { points: longest } }, ...creates];
}
