import { captionShapes } from '../../../../model/looks/captions.ts';
import { faded, palette } from '../../../../model/looks/colours.ts';
import type { Measure } from '../../../../model/looks/look.ts';
import { isMeasured } from '../../../../model/looks/measure.ts';
import { beyondShapes } from '../../../../model/looks/parts.ts';
import type { Area, Box, Caption, Haze, Line, Outline, Shade, Words } from '../../../../model/looks/shapes.ts';
import { BASELINE, layOut, shareOf, startOf, type TextLayout, type TextLine } from '../../../../model/looks/text-layout.ts';
import type { Drawing, DrawnGroup, DrawnPicture, DrawnShape } from './drawing.ts';
import { shadeElements } from './shade.ts';
import { painted, size } from './values.ts';

/** What the render process knows of its machine and of the files. */
export interface DrawingDeps {
  readonly measure: Measure;
  /** Whether letters can be drawn. If not, or if they would be too small to read, each line is a bar. */
  readonly letters: boolean;
  /** A picture as a `data:` address; undefined: the file could not be read. */
  readonly image: (picture: DrawnPicture) => string | undefined;
}

/** Smaller letters would be unreadable and are drawn as bars; in pixels of the picture. A preview is looked at closely. */
const READABLE = 5;

/** The drawing as SVG that refers to nothing outside itself. web/paint/shapes.ts draws the same on a canvas of a page. */
export function svgOf({ width, height, groups }: Drawing, deps: DrawingDeps): string {
  const size = `width="${width}" height="${height}"`;
  const elements = groups.flatMap((group, at) => new Elements(group, deps, `g${at}-`).all());
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" xml:space="preserve"><rect ${size}/>${elements.join('')}</svg>`;
}

/** The elements of a group, in pixels of the picture. */
class Elements {
  constructor(
    private readonly group: DrawnGroup,
    private readonly deps: DrawingDeps,
    private readonly prefix: string,
  ) {}

  all(): string[] {
    return this.group.shapes.map((shape, at) => this.#element(shape, `${this.prefix}${at}`));
  }

  #element(shape: DrawnShape, id: string): string {
    switch (shape.kind) {
      case 'area':
        return this.#area(shape);
      case 'outline':
        return this.#outline(shape);
      case 'haze':
        return this.#haze(shape, id);
      case 'line':
        return this.#line(shape);
      case 'words':
        return this.#words(shape);
      case 'picture':
        return this.#picture(shape, id);
      case 'shade':
        return this.#shade(shape, id);
      case 'caption':
        return this.#caption(shape, id);
    }
  }

  #shade(shade: Shade, id: string): string {
    const { zoom } = this.group;
    const { x, y, width, height } = shade.box;
    const box = { x: this.#x(x), y: this.#y(y), width: width * zoom, height: height * zoom };
    return shadeElements({ ...shade, box, radius: shade.radius * zoom, blur: shade.blur * zoom }, id);
  }

  /** In pixels of the picture, from the corner of the frame. */
  #caption(caption: Caption, id: string): string {
    const shapes = captionShapes(caption, this.group.zoom, this.deps.measure) as DrawnShape[];
    const group = { left: this.#x(caption.box.x), top: this.#y(caption.box.y), zoom: 1, shapes };
    return new Elements(group, this.deps, `${id}-`).all().join('');
  }

  #area({ box, colour, radius = 0 }: Area): string {
    return `<rect ${this.#place(box)}${this.#corners(radius)} ${painted('fill', colour)}/>`;
  }

  #outline({ box, colour, width, least = 1, dash = 0, radius = 0 }: Outline): string {
    const { zoom } = this.group;
    const pen = Math.max(least, width * zoom);
    const half = Math.min(pen / zoom, box.width, box.height) / 2;
    const inner = { x: box.x + half, y: box.y + half, width: box.width - 2 * half, height: box.height - 2 * half };
    const dashes = dash > 0 ? ` stroke-dasharray="${size(dash * zoom)} ${size(dash * zoom * 0.7)}"` : '';
    const corners = this.#corners(Math.max(0, radius - half));
    return `<rect ${this.#place(inner)}${corners} fill="none" ${painted('stroke', colour)} stroke-width="${size(pen)}"${dashes}/>`;
  }

  #haze({ box, colours, radius = 0 }: Haze, id: string): string {
    const stops = colours.map((colour, at) => `<stop offset="${at}" ${painted('stop', colour, 'stop-color')}/>`).join('');
    const gradient = `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
    return `<defs>${gradient}</defs><rect ${this.#place(box)}${this.#corners(radius)} fill="url(#${id})"/>`;
  }

  #line({ path, colour, width, least = 0, cap = 'round', at = { x: 0, y: 0, scale: 1 } }: Line): string {
    const zoom = this.group.zoom * at.scale;
    const place = `transform="translate(${size(this.#x(at.x))} ${size(this.#y(at.y))}) scale(${Number(zoom.toPrecision(6))})"`;
    if (width === 0) return `<path ${place} d="${path}" ${painted('fill', colour)}/>`;
    const pen = `stroke-width="${Number((Math.max(least, width * zoom) / zoom).toPrecision(6))}"`;
    return `<path ${place} d="${path}" fill="none" ${painted('stroke', colour)} ${pen} stroke-linecap="${cap}" stroke-linejoin="round"/>`;
  }

  #words(words: Words): string {
    const { letters, measure } = this.deps;
    const { zoom } = this.group;
    const layout = layOut(words, measure);
    if (!letters || layout.size * zoom < READABLE) return this.#bars(words, layout);
    const font = `font-family="${words.weight === 600 ? 'Inter SemiBold, ' : ''}Inter, sans-serif" font-size="${size(layout.size * zoom)}"`;
    const { weight: heavy = 400, tracking = 0 } = words;
    const spacing = tracking === 0 ? '' : ` letter-spacing="${size(tracking * layout.size * zoom)}"`;
    const weight = `${heavy === 400 ? '' : ` font-weight="${heavy}"`}${spacing}`;
    const lines = layout.lines.map((line) => this.#letters(line, words, layout)).join('');
    const text = `<g ${font}${weight} ${painted('fill', words.colour)}>${lines}</g>`;
    if (layout.lines.every((line) => isMeasured(line.text))) return text;
    // Widths were estimated, so what is too wide is cut off
    const { box } = words;
    const view = `viewBox="${size(this.#x(box.x))} ${size(this.#y(box.y))} ${size(box.width * zoom)} ${size(box.height * zoom)}"`;
    return `<svg ${this.#place(box)} ${view} preserveAspectRatio="none" overflow="hidden">${text}</svg>`;
  }

  /** A line is anchored by its alignment, so that no error of a width moves it. */
  #letters(line: TextLine, words: Words, { size: height }: TextLayout): string {
    const { box } = words;
    const { fromRight } = line;
    const share = shareOf(words, line);
    const anchor = ['start', 'middle', 'end'][2 * (fromRight ? 1 - share : share)];
    const x = size(this.#x(box.x + box.width * share));
    const y = size(this.#y(line.y + height * BASELINE));
    return `<text x="${x}" y="${y}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${fromRight ? ' direction="rtl"' : ''}>${escaped(line.text)}</text>`;
  }

  #bars(words: Words, { lines, size: height }: TextLayout): string {
    const { zoom } = this.group;
    const most = words.box.width;
    const high = size(height * 0.45 * zoom);
    let path = '';
    for (const line of lines) {
      const width = Math.min(most, line.width);
      const across = size(width * zoom);
      const x = this.#x(startOf(words, { ...line, width }));
      const y = this.#y(line.y + height * 0.4);
      if (width > 0) path += `M${size(x)} ${size(y)}h${across}v${high}h-${across}z`;
    }
    return `<path d="${path}" ${painted('fill', faded(words.colour, BARS))}/>`;
  }

  #picture(picture: DrawnPicture, id: string): string {
    if (picture.pages !== undefined)
      return beyondShapes(picture, picture.pages)
        .map((shape, at) => this.#element(shape as DrawnShape, `${id}-${at}`))
        .join('');
    const address = this.deps.image(picture);
    const { box, fit, radius = 0 } = picture;
    if (address === undefined)
      return picture.of === 'video' ? '' : this.#area({ kind: 'area', box, colour: palette.missing, radius });
    const image = (clip = ''): string =>
      `<image ${this.#place(box)}${clip} preserveAspectRatio="${fits[fit]}" href="${address}"/>`;
    const corners = this.#corners(radius);
    if (corners === '') return image();
    return `<clipPath id="${id}"><rect ${this.#place(box)}${corners}/></clipPath>${image(` clip-path="url(#${id})"`)}`;
  }

  #x(x: number): number {
    return this.group.left + x * this.group.zoom;
  }

  #y(y: number): number {
    return this.group.top + y * this.group.zoom;
  }

  #place({ x, y, width, height }: Box): string {
    const { zoom } = this.group;
    return `x="${size(this.#x(x))}" y="${size(this.#y(y))}" width="${size(width * zoom)}" height="${size(height * zoom)}"`;
  }

  #corners(radius: number): string {
    const round = radius * this.group.zoom;
    return round < 0.25 ? '' : ` rx="${size(round)}"`;
  }
}

/** Opacity of a bar in place of a line. */
const BARS = 0.4;

const fits = { fill: 'none', contain: 'xMidYMid meet', cover: 'xMidYMid slice' } as const;

/** XML cannot hold most control characters, even escaped. Lone surrogates vanish when the text is encoded. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must go
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
