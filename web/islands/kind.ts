import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Shape } from '../../model/looks/shapes.ts';
import type { Texts } from '../../texts/page.ts';
import type { WidgetOf } from '../live/board.ts';
import type { Card, Control } from './panel.tsx';

/** What costs alike, and so has a bound of its own. `stream`: parts of a video that a script loads. `camera`: what the browser loads. */
export type Group = 'video' | 'frame' | 'stream' | 'camera';

/** A type whose widgets may be live elements above the picture. */
export interface Kind<W extends WidgetOf = WidgetOf> {
  /** Undefined: this widget stays a picture. */
  groupOf(widget: W): Group | undefined;
  /** The name of the element for screen readers. */
  nameOf(widget: W, texts: Texts['islands']): string;
  /** What lies below is seen through it, so the picture must leave its look out. Default: it is not. */
  isSeeThrough?(widget: W): boolean;
  open(widget: W, face: Face, context: LiveContext): Live<W>;
}

/** A live element. It frees what it holds when it is closed, and is not used again. */
export interface Live<W extends WidgetOf = WidgetOf> {
  /** Called after each change of the record. */
  update(widget: W): void;
  /** Some times a second, for what follows the server's clock. */
  tick?(): void;
  /** A person wants to use what is inside, or not any more. */
  enter?(entered: boolean): void;
  /** Goes back to what the record says. */
  reload?(): void;
  /** Seconds that it lasts; undefined: not known yet. */
  length?(): number | undefined;
  close(): void;
}

/** What an element shows of itself. */
export interface Face {
  /** In pixels of the widget, which the medium fills. */
  readonly frame: HTMLElement;
  /** Until it has something to show, the picture below is seen in its place. */
  readonly ready: Signal<boolean>;
  /** Shapes that are painted above the medium, in pixels of the widget. */
  readonly shapes: Signal<readonly Shape[]>;
  /** What it says in place of its medium. */
  readonly card: Signal<Card | undefined>;
  readonly controls: Signal<readonly Control[]>;
}

/** What all elements share. */
export interface LiveContext {
  readonly canvas_id: string;
  /** Milliseconds since 1970 by the server's clock; undefined until it is known. */
  now(): number | undefined;
  /** The person wants little motion: nothing plays until it is asked for. */
  readonly calm: ReadonlySignal<boolean>;
  /** The browser has refused sound, and waits for a person to ask for it. */
  readonly isSilenced: Signal<boolean>;
  /** The widget that a person uses. */
  readonly entered: Signal<string | undefined>;
  /** Web addresses that a person wants to see here although the server could not reach them. */
  readonly wanted: Set<string>;
}
