import type { Background } from '../../model/resources/background.ts';
import type { Widget, WidgetType } from '../../model/widgets/index.ts';
import { type Box, type Line, type Picture, type Shape, short } from '../assets/render/drawing/drawing.ts';
import type { WidgetPlace } from './places.ts';

type Look<T extends WidgetType> = (widget: Extract<Widget, { widget_type: T }>, place: WidgetPlace) => Shape[];

/** Letter height of a note, as a share of its shorter side. Names have a fixed size on the canvas. */
const NOTE_LETTERS = 0.16;
const NAME_LETTERS = 40;
const PADDING = 0.06;
/** No more of a text is visible at this size. */
const MOST_TEXT = 1000;

/** How a widget is shown. A type that is missing here shows something live: a dark box with its title. */
export function widgetShapes(widget: Widget, place: WidgetPlace): Shape[] {
  const look = looks[widget.widget_type] as Look<WidgetType> | undefined;
  return (look ?? placeholder)(widget as never, place);
}

const looks: { readonly [T in WidgetType]?: Look<T> } = {
  SharedCanvas: () => [],
  Connector: () => [],
  // The table draws its cells
  TableCell: () => [],
  Note: ({ text, title, background_color, text_color }, { box }) => {
    const most = Math.min(box.width, box.height) * NOTE_LETTERS;
    return [area(box, background_color), ...words(inner(box), text.trim() === '' ? title : text, text_color, most, false)];
  },
  Image: ({ hash, file: { type } }, { box }) => [{ kind: 'picture', box, file: { hash, type, page: 0 }, fit: 'fill' }],
  Pdf: ({ hash, file: { type }, index }, { box }) => [
    area(box, '#ffffffff'),
    { kind: 'picture', box, file: { hash, type, page: index }, fit: 'fill' },
  ],
  Table: ({ column_widths, row_heights }, place) => [
    area(place.box, '#ffffffff'),
    grid(
      place.box,
      column_widths.map((width) => width * place.zoom),
      row_heights.map((height) => height * place.zoom),
    ),
  ],
  Anchor: ({ anchor_name }, place) => frame(place, anchor_name),
  VideoOutputAnchor: ({ title }, place) => frame(place, title),
};

function placeholder(widget: Widget, { box, zoom }: WidgetPlace): Shape[] {
  return [
    area(box, '#2b3440ff'),
    { kind: 'outline', box, colour: '#5c6b7aff', width: 1, dashed: false },
    ...words(inner(box), titleOf(widget), '#dfe6edff', NAME_LETTERS * zoom * 2, true),
  ];
}

/** What a person would call it: the first of these that is not empty. */
function titleOf(widget: Widget): string {
  const named = widget as unknown as Record<string, unknown>;
  const keys = ['title', 'original_filename', 'url', 'connection_name', 'source'];
  const name = keys.map((key) => named[key]).find((text) => typeof text === 'string' && text.trim() !== '');
  return (name as string | undefined) ?? widget.widget_type;
}

function frame({ box, zoom }: WidgetPlace, name: string): Shape[] {
  const top = { ...inner(box), height: Math.min(box.height, NAME_LETTERS * zoom * 2) };
  return [
    { kind: 'outline', box, colour: '#8fa3b8c0', width: 1, dashed: true },
    ...words(top, name, '#c4d0dcff', NAME_LETTERS * zoom, false),
  ];
}

export function backgroundShapes(
  { type, background_color, haze, grid, image, file }: Background,
  box: Box,
  zoom: number,
): Shape[] {
  const shapes: Shape[] = [area(box, background_color)];
  if (type === 'haze') shapes.push({ kind: 'haze', box, colours: [haze.color1, haze.color2] });
  if (type === 'image' && file) {
    shapes.push({ kind: 'picture', box, file: { hash: image.hash, type: file.type, page: 0 }, fit: fitOf(image.fit) });
  }
  if (grid.visible) shapes.push(squares(box, grid.color, zoom));
  return shapes;
}

/** Any word may be stored; an unknown one counts as `fill`. */
function fitOf(word: string): Picture['fit'] {
  if (word === 'fit' || word === 'contain') return 'contain';
  return word === 'cover' ? 'cover' : 'fill';
}

/** Canvas pixels between two lines of the grid; in the picture never so close that they run together. */
const GRID = 100;
const CLOSEST = 8;

function squares(box: Box, colour: string, zoom: number): Line {
  const step = GRID * zoom * Math.ceil(CLOSEST / (GRID * zoom));
  let path = '';
  for (let x = step; x < box.width; x += step) path += `M${short(x)} 0V${short(box.height)}`;
  for (let y = step; y < box.height; y += step) path += `M0 ${short(y)}H${short(box.width)}`;
  return { kind: 'line', path, colour, width: 1 };
}

function grid(box: Box, widths: readonly number[], heights: readonly number[]): Line {
  let path = `M${short(box.x)} ${short(box.y)}h${short(box.width)}v${short(box.height)}h${short(-box.width)}Z`;
  for (const x of starts(box.x, widths)) path += `M${short(x)} ${short(box.y)}v${short(box.height)}`;
  for (const y of starts(box.y, heights)) path += `M${short(box.x)} ${short(y)}h${short(box.width)}`;
  return { kind: 'line', path, colour: '#9aa5b1ff', width: 1 };
}

/** Where each item after the first begins. */
function starts(from: number, lengths: readonly number[]): number[] {
  let at = from;
  return lengths.slice(0, -1).map((length) => (at += length));
}

const area = (box: Box, colour: string): Shape => ({ kind: 'area', box, colour });

function words(box: Box, text: string, colour: string, most: number, centred: boolean): Shape[] {
  const trimmed = text.slice(0, MOST_TEXT).trim();
  return trimmed === '' || box.height < 2 ? [] : [{ kind: 'words', box, text: trimmed, colour, most, centred }];
}

function inner({ x, y, width, height }: Box): Box {
  const gap = Math.min(width, height) * PADDING;
  return { x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap };
}
