import type { ReadonlySignal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Edit } from '../../live/edits/edit.ts';
import type { Seat } from '../seat.ts';

/** Text that is written on the canvas itself. */
export interface TextEditing {
  /** The widget whose text is open; undefined: none. */
  readonly opened: ReadonlySignal<string | undefined>;
  /** The field of this widget that is open; undefined: none. */
  fieldOf(id: string): string | undefined;
  /** Whether the code is loaded that writes. A text that is opened earlier opens then. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** Opens the text of a widget. False: it has none that can be written here. */
  open(id: string, options?: OpenOptions): boolean;
  /** Closes what is open, and keeps what was written. @param by only what this seat has opened */
  close(by?: Seat): void;
  destroy(): void;
}

export interface OpenOptions {
  /** Default: the `text` of the type's editing. */
  readonly field?: string;
  /** Puts the caret at the nearest letter, in pixels of the stage. Default: everything is selected in a new widget, else the end. */
  readonly at?: XY;
  /** Replaces what is there. */
  readonly typed?: string;
  /** The widget was made for this text: closed empty, it disappears, and with `made` leaves no step of undo. */
  readonly isNew?: boolean;
  /** Such a widget stays although nothing was written: it belongs to something else that was made with it. */
  readonly staysEmpty?: boolean;
  /** The edit that made the widget, and that is not on the stack of undo: it comes there with the first text. */
  readonly made?: Edit;
  /** Whose text it is. Default: that of the person at the keyboard. */
  readonly by?: Seat;
  /** The accessible name of the field. Default: after the field and the kind of the widget. */
  readonly label?: string;
  /** Takes a key before the field does, but none that belongs to an input method. False: it means what it means there. */
  readonly pressed?: (event: KeyboardEvent) => boolean;
}
