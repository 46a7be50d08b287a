import { palette } from '../../model/looks/colours.ts';
import { type Ground, groundOf, seenOn } from '../../model/looks/grounds.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { shapesOf } from '../../model/looks/looks.ts';
import { measure } from '../../model/looks/measure.ts';
import type { Box, Colour, Shape } from '../../model/looks/shapes.ts';
import type { Far } from '../../model/looks/traits.ts';
import { holdsHead, traitsOf } from '../../model/looks/traits-of.ts';
import type { Phrases } from '../../texts/looks.ts';
import type { Board, Item } from '../live/board.ts';
import { isLine } from '../live/forms.ts';
import { SEEN } from './shapes.ts';

/** The looks of widgets, also from a distance at which only their colours are seen. */
export interface Looks {
  /** @param zoom pixels of the device for one of the widget: letters that are too small to be seen there are left away. Default: none are */
  shapesOf(item: Item, zoom?: number): readonly Shape[];
  farOf(item: Item): Far;
  /** The colour in which a line is seen. */
  lineColour(colour: Colour): Colour;
}

interface WidgetLook {
  readonly shapes: readonly Shape[];
  readonly ends: Ends | undefined;
}

/** Looks are made once, and kept as long as the page keeps the record of the widget. On another ground all are made anew. */
export function createLooks(board: Pick<Board, 'item' | 'background'>, phrases: Phrases): Looks {
  const boxOf = (id: string): Box | undefined => board.item(id)?.box;
  const ofBoard = { measure, phrases, boxOf, holdsHead: (id: string) => holdsHead(board.item(id)?.widget) };
  let background = board.background.peek();
  let ground = groundOf(board.background.peek());
  let looks = looksOn({ ...ofBoard, ground });
  const now = (): Looks => {
    const shown = board.background.peek();
    if (shown === background) return looks;
    const before = ground;
    background = shown;
    ground = groundOf(shown);
    if (!isSameGround(ground, before)) looks = looksOn({ ...ofBoard, ground });
    return looks;
  };
  return {
    shapesOf: (item, zoom) => now().shapesOf(item, zoom),
    farOf: (item) => now().farOf(item),
    lineColour: (colour) => now().lineColour(colour),
  };
}

const isSameGround = (a: Ground, b: Ground): boolean => a.colour === b.colour;

function looksOn(context: LookContext): Looks {
  const kept = new WeakMap<Item['widget'], WidgetLook>();
  const fars = new WeakMap<Item['widget'], Far>();
  const bare = new WeakMap<Item['widget'], readonly Shape[]>();
  const lines = new Map<Colour, Colour>();
  const withoutLetters = (widget: Item['widget'], zoom: number): readonly Shape[] | undefined => {
    const { letters } = traitsOf(widget);
    if (!letters || letters.sizeOf(widget as never) * zoom >= SEEN) return undefined;
    const known = bare.get(widget) ?? letters.without(widget as never);
    bare.set(widget, known);
    return known;
  };
  const { boxOf, ground } = context;
  return {
    lineColour(colour) {
      const known = lines.get(colour);
      if (known) return known;
      if (lines.size >= MOST_COLOURS) lines.clear();
      const seen = seenOn(colour, ground);
      lines.set(colour, seen);
      return seen;
    },
    shapesOf({ widget }, zoom = Number.POSITIVE_INFINITY) {
      const seen = withoutLetters(widget, zoom);
      if (seen) return seen;
      const known = kept.get(widget);
      const ends = isLine(widget) ? ([boxOf(widget.src.id), boxOf(widget.dst.id)] as const) : undefined;
      if (known && areSame(known.ends, ends)) return known.shapes;
      const shapes = shapesOf(widget, context);
      kept.set(widget, { shapes, ends });
      return shapes;
    },
    farOf({ widget }) {
      const known = fars.get(widget);
      if (known) return known;
      const far = traitsOf(widget).far?.(widget as never) ?? farOfShapes(shapesOf(widget, context));
      fars.set(widget, far);
      return far;
    },
  };
}

/** Colours of lines that are kept; canvases have some dozens. */
const MOST_COLOURS = 1000;

/** Where a line begins and ends. Its look changes with them, while its record stays. */
type Ends = readonly [Box | undefined, Box | undefined];

const areSame = (one: Ends | undefined, other: Ends | undefined): boolean =>
  one === other || (!!one && !!other && isSame(one[0], other[0]) && isSame(one[1], other[1]));

const isSame = (a: Box | undefined, b: Box | undefined): boolean =>
  a === b || (!!a && !!b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

/** The first thing that fills it. */
export function farOfShapes(shapes: readonly Shape[]): Far {
  for (const shape of shapes) {
    if (shape.kind === 'area') return { colour: shape.colour };
    if (shape.kind === 'picture') return { colour: palette.missing, picture: shape };
    if (shape.kind === 'outline') return { colour: shape.colour, hollow: true };
  }
  return {};
}
