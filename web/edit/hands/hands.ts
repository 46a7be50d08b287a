import type { ReadonlySignal, Signal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { PointerKind } from '../../view/gestures.ts';
import type { Takeover } from '../../view/takeover.ts';
import type { BeginGesture } from '../pointer-gesture.ts';
import type { Seat } from '../seat.ts';
import type { DropRules } from './drops.ts';

/** What the pointers of a person who edits do. */
export interface Hands extends Takeover {
  /** Gestures that are not over yet. */
  readonly count: ReadonlySignal<number>;
  /** Called for a right click, a long press and the menu key. The widget is selected by then. Returns what ends that. */
  onMenu(listen: (pointed: Pointed) => void): () => void;
  /** Called for a double click and a double tap on a widget, and for a double click of a mouse on empty canvas. Returns what ends that. */
  onOpen(listen: (pointed: Pointed) => void): () => void;
  /** Each tap adds a widget to the selection or takes it away, as with Shift, until one hits nothing. */
  readonly selectsSeveral: Signal<boolean>;
  /** Adds handles at what a seat has selected. Returns what takes them away. */
  addHandles(by: Seat): () => void;
  /** Lets pointers grip an element of the layer of handles. Returns what ends that. */
  grip(element: Element, begin: BeginGesture): () => void;
  /** What may be done with widgets that are dropped. Set by whoever knows; undefined: they lie where they are let go. */
  drops: DropRules | undefined;
  /** Ends all gestures as if they had not been. False: there were none. */
  cancel(): boolean;
  close(): void;
}

/** A place to which somebody pointed. */
export interface Pointed {
  /** In pixels of the stage. */
  readonly at: XY;
  /** In pixels of the canvas. */
  readonly point: XY;
  /** The topmost widget there; undefined: empty canvas. */
  readonly item: Item | undefined;
  readonly pointer: PointerKind;
  /** Whose hand pointed there. */
  readonly by: Seat;
}
