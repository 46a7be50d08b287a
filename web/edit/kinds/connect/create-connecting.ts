import { effect, signal, untracked } from '@preact/signals';
import { h, render } from 'preact';
import type { XY } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import { newId } from '../../../live/edits/new-id.ts';
import type { Line } from '../../../live/forms.ts';
import { shortName } from '../../../outline/labels.ts';
import { revealing } from '../../../selection/canvas-keys.ts';
import { type Direction, neighbour } from '../../../selection/spatial.ts';
import { texts } from '../../../texts.ts';
import { doneWithTool } from '../../choose-tool.ts';
import type { Editing } from '../../editing.ts';
import type { PointerGesture, ToolStep } from '../../pointer-gesture.ts';
import { editTexts } from '../../texts.ts';
import { type ConnectorEndAt, connect, reconnect } from './connect.ts';
import { ConnectGesture, reachOf } from './connect-gesture.ts';
import { connectableAt, isConnectable } from './connectable.ts';
import type { Connecting } from './connecting.ts';
import { automatic, endAt } from './drop-end.ts';
import { lineWithFreeEnd, newLine, shapesOf } from './line-drag.ts';
import { noteBeyond } from './note-beyond.ts';
import { type LineUnderWay, UnderWay } from './under-way.tsx';

export const createConnecting = (editing: Editing): Connecting => new CanvasConnecting(editing);

/** The side of a note that is made for a connector, in pixels of the screen. */
const NOTE = 200;

class CanvasConnecting implements Connecting {
  readonly from: Connecting['from'] = signal(undefined);
  readonly #editing: Editing;
  readonly #shown = signal<LineUnderWay | undefined>(undefined);
  /** The widget that keys have chosen. */
  #chosen: string | undefined;
  readonly #ends: (() => void)[];

  constructor(editing: Editing) {
    this.#editing = editing;
    const { layers, camera, seat } = editing;
    const layer = Object.assign(layers.handles.ownerDocument.createElement('div'), { className: 'under-way-layer' });
    layers.handles.append(layer);
    render(h(UnderWay, { camera, line: this.#shown }), layer);
    this.#ends = [
      effect(() => this.#follow(seat.tool.value === 'connector')),
      () => {
        render(null, layer);
        layer.remove();
      },
    ];
  }

  begin(step: ToolStep, from = this.#endUnder(step)): PointerGesture | undefined {
    const before = this.from.peek();
    const fixed = from ?? before;
    if (!fixed) return undefined;
    const editing = this.#editing;
    return new ConnectGesture({
      editing,
      line: newLine(fixed, editing.seat.connector.peek(), this.#zoom),
      shown: this.#shown,
      makesNote: true,
      drop: ({ end, step: { point } }) => {
        if (end) this.#connect(fixed, { id: end.item.id, place: end.place });
        else this.#extend(fixed, point);
      },
      click: () => this.#clicked(from, before),
      over: () => this.#showChoice(),
    });
  }

  beginEnd(_step: ToolStep, line: Line, end: 'src' | 'dst'): PointerGesture {
    const editing = this.#editing;
    // What is being led is shown above the picture
    editing.picture.skip('line', new Set([line.id]));
    return new ConnectGesture({
      editing,
      line: lineWithFreeEnd(line, end),
      shown: this.#shown,
      makesNote: false,
      drop: ({ end: at }) => {
        if (!at) return;
        const to = { id: at.item.id, place: at.place };
        editing.perform({ label: 'connect', operations: [reconnect(line.id, end, to)] });
      },
      over: () => editing.picture.skip('line', new Set()),
    });
  }

  join(src: string, dst: string): void {
    this.#connect({ id: src, place: automatic }, { id: dst, place: automatic });
  }

  placeAt(point: XY): void {
    const before = this.from.peek();
    const item = connectableAt(this.#editing.board, point, reachOf('mouse', this.#zoom).slack);
    if (item) this.#clicked({ id: item.id, place: automatic }, before);
    else if (before) this.#extend(before, point);
    else this.#say(editTexts.peek().kinds.nothingToConnect);
  }

  press(event: KeyboardEvent): boolean {
    const from = this.from.peek();
    if (this.#editing.seat.tool.peek() !== 'connector' || !from) return false;
    const isMod = event.ctrlKey || event.metaKey;
    const direction = directions[event.key];
    if (direction && isMod && !event.shiftKey && !event.altKey) {
      this.#choose(from, direction);
      return true;
    }
    if (event.key !== 'Enter' || this.#chosen === undefined) return false;
    this.#connect(from, { id: this.#chosen, place: automatic });
    return true;
  }

  close = (): void => {
    for (const end of this.#ends) end();
  };

  get #zoom(): number {
    return this.#editing.camera.view.peek().zoom;
  }

  /** With one widget selected, the next connector begins there. */
  #follow(isChosen: boolean): void {
    const item = isChosen ? untracked(this.#editing.outline.selection.single) : undefined;
    if (!isChosen) this.#begin(undefined);
    else if (item && isConnectable(item) && !this.from.peek()) this.#begin({ id: item.id, place: automatic });
  }

  #begin(from: ConnectorEndAt | undefined): void {
    this.from.value = from;
    this.#chosen = undefined;
    this.#showChoice();
    const item = this.#itemOf(from);
    if (item) this.#say(editTexts.peek().kinds.connectFrom(shortName(item.widget, texts.peek().outline)));
  }

  #endUnder({ point, pointer }: ToolStep): ConnectorEndAt | undefined {
    const { slack, snap } = reachOf(pointer, this.#zoom);
    const item = connectableAt(this.#editing.board, point, slack);
    return item && { id: item.id, place: endAt(item.box, point, snap) };
  }

  /** The first press chooses where a connector begins, the second one where it ends; the same widget, or nothing, gives it up. */
  #clicked(at: ConnectorEndAt | undefined, before: ConnectorEndAt | undefined): void {
    if (at && before && at.id !== before.id) return this.#connect(before, at);
    if (at && !before) this.#editing.seat.tool.value = 'connector';
    this.#begin(before ? undefined : at);
  }

  #choose(from: ConnectorEndAt, direction: Direction): void {
    const { board, camera, outline } = this.#editing;
    const start = board.item(this.#chosen ?? from.id);
    const { width = 0, height = 0 } = board.size.peek() ?? {};
    const item = start && neighbour(board, start, direction, 2 * Math.max(width, height));
    if (!item) return;
    this.#chosen = item.id === from.id ? undefined : item.id;
    const { across, down } = revealing(item.box, camera.seen.peek(), this.#zoom);
    if (across !== 0 || down !== 0) outline.travel.step(across, down);
    this.#showChoice();
    this.#say(editTexts.peek().kinds.connectTo(shortName(item.widget, texts.peek().outline)));
  }

  /** What is chosen by clicks and keys. */
  #showChoice(): void {
    const from = this.from.peek();
    const source = this.#itemOf(from);
    const target = this.#chosen === undefined ? undefined : this.#editing.board.item(this.#chosen);
    if (!from || !source) this.#shown.value = undefined;
    else if (!target) this.#shown.value = { shapes: [], target: source.box };
    else {
      const line = newLine(from, this.#editing.seat.connector.peek(), this.#zoom);
      const end = { item: target, place: automatic };
      this.#shown.value = { shapes: shapesOf(line, source.box, source.box, end), target: target.box };
    }
  }

  #connect(src: ConnectorEndAt, dst: ConnectorEndAt): void {
    const id = newId();
    const operation = connect(id, src, dst, this.#editing.seat.connector.peek(), this.#zoom);
    this.#editing.perform({ label: 'connect', operations: [operation] });
    this.#end(id);
    this.#sayConnected(dst.id);
  }

  /** Makes a note at a point, and leads the connector there. */
  #extend(src: ConnectorEndAt, point: XY): void {
    const { seat, board, text, edits, history } = this.#editing;
    const source = board.item(src.id);
    if (!source) return;
    const note = newId();
    const body = noteBeyond(source, point, { side: NOTE / this.#zoom, colour: seat.noteColour.peek() });
    const line = connect(newId(), src, { id: note, place: automatic }, seat.connector.peek(), this.#zoom);
    const made = edits.add({ label: 'connect', operations: [{ op: 'create', id: note, type: 'Note', body }, line] });
    this.#end(note);
    // Whoever dragged a line there wants it, with or without words
    if (!text.open(note, { isNew: true, staysEmpty: true, made })) history.record(made);
  }

  #end(made: string): void {
    const { outline } = this.#editing;
    this.#begin(undefined);
    doneWithTool(this.#editing);
    outline.selection.select(made);
  }

  #sayConnected(id: string): void {
    const item = this.#editing.board.item(id);
    if (item) this.#say(editTexts.peek().kinds.connected(shortName(item.widget, texts.peek().outline)));
  }

  #say(words: string): void {
    this.#editing.outline.speech.answer(words);
  }

  #itemOf(end: ConnectorEndAt | undefined): Item | undefined {
    return end && this.#editing.board.item(end.id);
  }
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
