import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { CreateOperation } from '../../../live/edits/edit.ts';
import type { KeptEntry, KeptValue } from '../../../live/kept/kept-list.ts';

/** What a person wrote or drew and no canvas has. The browser keeps it until the person takes or discards it. */
export type Salvage = SalvagedText | SalvagedStroke;

interface Common extends KeptValue {
  readonly canvas_id: string;
  /** The name of the canvas at that time. */
  readonly canvas_name: string;
}

export interface SalvagedText extends Common {
  readonly kind: 'text';
  readonly text: string;
  /** `gone`: the widget was deleted meanwhile. `refused`: by the server, or because the person may not write there any more. */
  readonly why: 'gone' | 'refused';
  /** Where it was, in pixels of the canvas; undefined: nobody knows. */
  readonly box: Box | undefined;
}

export interface SalvagedStroke extends Common {
  readonly kind: 'stroke';
  /** What would have made it. */
  readonly operation: CreateOperation;
  /** Where on the canvas the widget lay on which it was drawn, and how large one of its pixels was there. */
  readonly origin: XY & { readonly zoom: number };
}

/** A text that is on no canvas, when it comes. */
export interface LostText extends Pick<SalvagedText, 'text' | 'why' | 'box'> {
  /** The id of the widget in whose field it was written. */
  readonly id: string;
  readonly field: string;
  /** Greater for what was written later. Of one field only the newest is kept. */
  readonly age: number;
}

export type SalvageEntry = KeptEntry<Salvage>;
export type TextEntry = KeptEntry<SalvagedText>;
export type StrokeEntry = KeptEntry<SalvagedStroke>;

export const isText = (entry: SalvageEntry): entry is TextEntry => entry.value.kind === 'text';
export const isStroke = (entry: SalvageEntry): entry is StrokeEntry => entry.value.kind === 'stroke';
