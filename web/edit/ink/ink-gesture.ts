import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { CreateOperation } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { isRoot } from '../../live/forms.ts';
import type { Editing } from '../editing.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import { coalescedOf } from './coalesced.ts';
import type { InkPoint } from './curve.ts';
import type { InkStyle } from './drawing.ts';
import { beginErasing } from './erase-gesture.ts';
import { inkTargetAt, pageOf } from './ink-place.ts';
import { InkNib } from './nib.ts';
import { withTurning } from './turned-pen.ts';
import type { WetLayer, WetStroke } from './wet-stroke.ts';
import type { WrittenStroke } from './written.ts';

interface Ink {
  readonly wet: WetLayer;
  readonly style: InkStyle;
}

/** Begins to write with one pointer. Undefined: there is nothing to write on. */
export function beginInk(step: ToolStep, editing: Editing, ink: Ink): PointerGesture | undefined {
  const write = (first: ToolStep): PointerGesture | undefined => {
    const item = inkTargetAt(editing.board, first.point);
    return item && new InkGesture(first, editing, ink, item);
  };
  return withTurning(step, write, (first) => beginErasing(first, editing));
}

/** A pointer that the browser takes away has written what it wrote, if it took this long; in milliseconds. */
const MEANT = 300;

class InkGesture implements PointerGesture {
  readonly #editing: Editing;
  readonly #style: InkStyle;
  readonly #item: Item;
  readonly #nib: InkNib;
  readonly #wet: WetStroke;
  readonly #told: WrittenStroke;
  readonly #began: number;
  #last: XY;

  constructor(step: ToolStep, editing: Editing, { wet, style }: Ink, item: Item) {
    this.#editing = editing;
    this.#style = style;
    this.#item = item;
    this.#began = step.event.timeStamp;
    const followsPressure = style.followsPressure && step.pointer === 'pen';
    const scale = editing.camera.view.peek().zoom * item.zoom;
    this.#nib = new InkNib({ width: style.width, followsPressure, scale });
    this.#wet = wet.begin({ item, colour: style.colour, isEven: !followsPressure, points: this.#nib.points });
    const end = (): CreateOperation[] => this.#operations();
    this.#told = { id: newId(), on: item.id, page: pageOf(item), colour: style.colour, points: this.#nib.points, end };
    editing.ink.written.add(this.#told);
    this.#last = this.#onItem(step.point);
    this.#nib.add(this.#last.x, this.#last.y, step.event.pressure, step.event.timeStamp);
    this.#wet.draw([this.#here(this.#last)]);
    editing.ink.written.grown();
  }

  move(step: ToolStep): void {
    const { event } = step;
    for (const one of coalescedOf(event)) {
      this.#last = this.#placeOf(one, step);
      this.#nib.add(this.#last.x, this.#last.y, one.pressure, one.timeStamp);
    }
    const predicted = event.getPredictedEvents?.() ?? [];
    this.#wet.draw([this.#last, ...predicted.map((one) => this.#placeOf(one, step))].map((at) => this.#here(at)));
    this.#editing.ink.written.grown();
  }

  up({ point }: ToolStep): void {
    this.#last = this.#onItem(point);
    this.#finish();
  }

  cancel(): void {
    this.#wet.drop();
    this.#editing.ink.written.remove(this.#told);
  }

  taken(event: PointerEvent): void {
    if (event.timeStamp - this.#began <= MEANT || this.#editing.ink.ignoresTouch(event)) this.cancel();
    else this.#finish();
  }

  #finish(): void {
    this.#editing.perform({ label: 'ink', operations: this.#operations() });
    this.#wet.dry();
    this.#editing.ink.written.remove(this.#told);
  }

  #operations(): CreateOperation[] {
    const { id, page } = this.#told;
    return this.#nib.end(this.#last.x, this.#last.y).map((points, at): CreateOperation => {
      const body = { line_color: this.#style.colour, points };
      const create = {
        op: 'create',
        id: at === 0 ? id : newId(),
        type: 'Annotation',
        body: page ? { ...body, page } : body,
      } as const;
      return isRoot(this.#item.widget) ? create : { ...create, widget_id: this.#item.id };
    });
  }

  /** A little line, so that a point is seen. */
  #here({ x, y }: XY): InkPoint {
    return { x: x + 1e-3, y, width: this.#nib.widthNow };
  }

  /** An event that came together with that of a step. */
  #placeOf({ clientX, clientY }: PointerEvent, { event, point }: ToolStep): XY {
    const { zoom } = this.#editing.camera.view.peek();
    return this.#onItem({ x: point.x + (clientX - event.clientX) / zoom, y: point.y + (clientY - event.clientY) / zoom });
  }

  #onItem({ x, y }: XY): XY {
    const { box, zoom } = this.#item;
    return { x: (x - box.x) / zoom, y: (y - box.y) / zoom };
  }
}
