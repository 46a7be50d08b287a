import {
  type Area,
  type Box,
  type Drawing,
  type Haze,
  type Line,
  type Outline,
  type Picture,
  type Shape,
  short,
  type Words,
} from './drawing.ts';
import { LINE, layOut, widthOf } from './layout.ts';

/** What the render process knows of its machine and of the files. */
export interface DrawingMeans {
  /** Whether letters can be drawn. If not, or if they would be too small to read, each line is a bar. */
  readonly letters: boolean;
  /** A picture as a `data:` address; undefined: the file could not be read. */
  readonly image: (picture: Picture) => string | undefined;
}

/** Smaller letters would be unreadable and are drawn as bars. */
const READABLE = 5;

/** The drawing as SVG that refers to nothing outside itself. */
export function svgOf({ width, height, shapes }: Drawing, means: DrawingMeans): string {
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}"><rect ${size}/>${shapes.map((shape, at) => element(shape, at, means)).join('')}</svg>`;
}

function element(shape: Shape, at: number, means: DrawingMeans): string {
  switch (shape.kind) {
    case 'area':
      return areaElement(shape);
    case 'outline':
      return outlineElement(shape);
    case 'haze':
      return hazeElement(shape, `haze${at}`);
    case 'line':
      return lineElement(shape);
    case 'words':
      return wordsElement(shape, means);
    case 'picture':
      return pictureElement(shape, means);
  }
}

const areaElement = ({ box, colour }: Area): string => `<rect ${place(box)} ${painted('fill', colour)}/>`;

function outlineElement({ box, colour, width, dashed }: Outline): string {
  const dashes = dashed ? ' stroke-dasharray="6 4"' : '';
  return `<rect ${place(box)} fill="none" ${painted('stroke', colour)} stroke-width="${short(width)}"${dashes}/>`;
}

function hazeElement({ box, colours }: Haze, id: string): string {
  const stops = colours.map((colour, at) => `<stop offset="${at}" ${painted('stop', colour, 'stop-color')}/>`).join('');
  const gradient = `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
  return `<defs>${gradient}</defs><rect ${place(box)} fill="url(#${id})"/>`;
}

function lineElement({ path, colour, width }: Line): string {
  if (width === 0) return `<path d="${path}" ${painted('fill', colour)}/>`;
  const pen = `stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${path}" fill="none" ${painted('stroke', colour)} ${pen}/>`;
}

/** Text in a frame of its own, which clips it where the estimated width was too small. */
function wordsElement(words: Words, { letters }: DrawingMeans): string {
  const { box, colour, centred } = words;
  const { size, lines } = layOut(words);
  const top = centred ? (box.height - lines.length * size * LINE) / 2 : 0;
  const legible = letters && size >= READABLE;
  const drawn = lines.map((line, at) => {
    const y = top + at * size * LINE;
    return legible ? lettersElement(line, box.width, y + size, centred) : barElement(line, box.width, y, size, centred);
  });
  const font = legible ? ` font-family="sans-serif" font-size="${short(size)}"` : '';
  return `<svg ${place(box)} overflow="hidden" ${painted('fill', colour)}${font}>${drawn.join('')}</svg>`;
}

function lettersElement(line: string, width: number, y: number, centred: boolean): string {
  const x = centred ? `x="${short(width / 2)}" text-anchor="middle"` : 'x="0"';
  return `<text ${x} y="${short(y)}">${escaped(line)}</text>`;
}

function barElement(line: string, width: number, y: number, size: number, centred: boolean): string {
  const length = Math.min(width, widthOf(line) * size);
  const box = { x: centred ? (width - length) / 2 : 0, y: y + size * 0.35, width: length, height: size * 0.5 };
  return `<rect ${place(box)} opacity="0.6"/>`;
}

const fits = { fill: 'none', contain: 'xMidYMid meet', cover: 'xMidYMid slice' } as const;

function pictureElement(picture: Picture, { image }: DrawingMeans): string {
  const address = image(picture);
  if (address === undefined) return areaElement({ kind: 'area', box: picture.box, colour: '#8a97a5ff' });
  return `<image ${place(picture.box)} preserveAspectRatio="${fits[picture.fit]}" href="${address}"/>`;
}

const place = ({ x, y, width, height }: Box): string =>
  `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;

/** Splits one of our colours into colour and opacity, which every decoder knows. */
function painted(what: string, colour: string, name = what): string {
  const opacity = colour.length > 7 ? ` ${what}-opacity="${short(Number.parseInt(colour.slice(7), 16) / 255)}"` : '';
  return `${name}="${colour.slice(0, 7)}"${opacity}`;
}

/** XML cannot hold most control characters, even escaped. Lone surrogates vanish when the text is encoded. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must go
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
