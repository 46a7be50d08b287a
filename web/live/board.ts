import type { ReadonlySignal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Background } from '../../model/resources/background.ts';
import type { Canvas } from '../../model/resources/canvas.ts';
import type { Permission } from '../../model/resources/permission.ts';
import type { Element, Stroke, WidgetOf } from './element.ts';

export type { Stroke, WidgetOf };

/** A widget and where it lies. A change of either makes a new item; `widget` stays the same object until its record changes. */
export interface Item<W = WidgetOf> {
  readonly id: string;
  readonly widget: W;
  /** The box on the canvas, in its pixels. For a connector: the box around it, tips included. */
  readonly box: Box;
  /** The box with its shadow and the strokes on it, which may lie outside: all that is painted for the item but a name above it. */
  readonly reach: Box;
  /** Pixels of the canvas for one of the widget. */
  readonly zoom: number;
  /**
   * Greater numbers are painted later: parents before children, lower ones before higher ones, connectors last. Numbers of items
   * of one moment can be compared; when a change leaves too few free numbers, all items are given new ones in place.
   */
  readonly order: number;
  /** In ascending depth; none for most widgets. */
  readonly strokes: readonly Stroke[];
}

/** What one message of the server changed. */
export interface BoardChange {
  /** Everything may be new: a first list or a part of it, a background, a size. The other members are empty then. */
  readonly whole: boolean;
  /**
   * What must be painted again, in pixels of the canvas: the boxes before and after; where only strokes changed, theirs. Neighbours may
   * be joined. Strokes on the canvas itself change no item but the root, which is not among those below.
   */
  readonly dirty: readonly Box[];
  readonly changed: readonly Item[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
}

/**
 * `loading`: the first list is not there, or only a part of it, which is shown already. `live`: what is shown is what the server has. `waiting`: the connection is lost, what is shown
 * may be old. `gone`: the server refuses it, with its status (401, 403, 404) and text.
 */
export type BoardState =
  | { readonly is: 'loading' | 'live' | 'waiting' }
  | { readonly is: 'gone'; readonly status: number; readonly msg: string };

/** A canvas as answers show it: with what the person may do. */
export type ShownCanvas = Canvas & { readonly access: Permission; readonly in_trash: boolean };

/** A canvas as the page knows it, kept true by the streams of the server. */
export interface Board {
  readonly canvas_id: string;
  readonly state: ReadonlySignal<BoardState>;
  readonly canvas: ReadonlySignal<ShownCanvas | undefined>;
  readonly background: ReadonlySignal<Background | undefined>;
  /** The size of the root widget; undefined until the first list. */
  readonly size: ReadonlySignal<{ readonly width: number; readonly height: number } | undefined>;
  /** The root widget, on which strokes may lie, too. */
  readonly root: ReadonlySignal<Item<WidgetOf<'SharedCanvas'>> | undefined>;
  /** Widgets besides the root. */
  readonly count: ReadonlySignal<number>;
  item(id: string): Item | undefined;
  /** Items whose `reach` meets the box (edges count), in painting order, without the root. */
  itemsIn(box: Box): Item[];
  /** All items but the root, in painting order. A copy: use it for what takes its time anyway. */
  items(): Item[];
  /** Called after each message, at once and in order. Returns what ends that. */
  onChange(listen: (change: BoardChange) => void): () => void;
  /** Ends the streams. */
  close(): void;
}

/** A board that may show more than the server has confirmed. */
export interface EditableBoard extends Board {
  /** Puts an overlay between the stream and what is shown, in the place of an earlier one. Only once the state has been `live`. */
  lay(overlay: BoardOverlay): LaidOverlay;
  /** Shows this in the place of the background until the server says what that is now; undefined: what the server said last. */
  preview(background: Background | undefined): void;
}

/**
 * Stands between the stream and the board while somebody edits, and shows what the server has not confirmed yet. Each method gets
 * confirmed elements and returns those that are shown in their place: with nothing unconfirmed, its argument itself.
 */
export interface BoardOverlay {
  /** Takes a message of changes. `revision`: undefined on streams over HTTP, whose messages after the first have none. */
  confirm(elements: readonly Element[], revision: number | undefined): readonly Element[];
  /** Takes a list in the place of everything. */
  reset(elements: readonly Element[], revision: number | undefined): readonly Element[];
}

export interface LaidOverlay {
  /** Shows these elements at once, as a message of the stream does; nothing after `lift`, and when another overlay lies on the board. */
  show(elements: readonly Element[]): void;
  /** The record of a widget or a stroke as it is shown now; undefined: it is not there. */
  shown(id: string): Element | undefined;
  /** Widgets that lie on this one, lower ones first. */
  childrenOf(id: string): readonly Element[];
  /** Place of a widget in creation order; undefined: it is not there. */
  ordinalOf(id: string): number | undefined;
  /** Connectors that begin or end at it. */
  linesAt(id: string): readonly Element[];
  /** In ascending depth. */
  strokesOn(id: string): readonly Stroke[];
  /** Takes the overlay away. What it has shown stays until the stream says otherwise. */
  lift(): void;
}
