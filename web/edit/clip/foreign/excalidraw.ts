import type { XY } from '../../../../model/looks/shapes.ts';
import { DrawingBuilder, type DrawnThing, type ForeignDrawing } from './drawing.ts';
import { boxOf, colourOf, isPictureData, type Json, jsonObject, numberOf, objectOf, objectsOf, textOf } from './read-json.ts';

/**
 * What was copied in Excalidraw (0.18): shapes and their texts are notes, bound arrows are connectors, other lines strokes. Undefined: it
 * comes from elsewhere. Never throws.
 */
export function readExcalidraw(text: string): ForeignDrawing | undefined {
  if (!text.includes('excalidraw/clipboard')) return undefined;
  const read = jsonObject(text);
  if (read?.type !== 'excalidraw/clipboard') return undefined;
  const elements = objectsOf(read.elements).filter(({ isDeleted }) => isDeleted !== true);
  return new Reading(elements, objectOf(read.files) ?? {}).run();
}

const shapes: ReadonlySet<unknown> = new Set(['rectangle', 'diamond', 'ellipse']);
const ends: ReadonlySet<unknown> = new Set([...shapes, 'text', 'frame', 'magicframe', 'embeddable', 'iframe']);
const lineTypes = { true: 'right-angle', false: 'straight' } as const;

/** Letters that nobody chose the height of. */
const LETTERS = 20;
/** A pen of Excalidraw draws this much wider than its width says. */
const PEN = 2;
/** A shape without a fill lets through what lies below; its edge gives the tint. */
const TINT = 0.12;
const INK = '#1e1e1eff';

class Reading {
  readonly #drawing = new DrawingBuilder();
  /** The texts of shapes and arrows, by the ids of those. */
  readonly #labels = new Map<string, Json>();
  readonly #shapes = new Set<string>();
  readonly #ends = new Set<string>();
  readonly #elements: readonly Json[];
  readonly #files: Json;

  constructor(elements: readonly Json[], files: Json) {
    this.#elements = elements;
    this.#files = files;
    for (const element of elements) {
      if (shapes.has(element.type)) this.#shapes.add(textOf(element.id));
      if (ends.has(element.type)) this.#ends.add(textOf(element.id));
      if (element.type === 'text') this.#labels.set(textOf(element.containerId), element);
    }
  }

  run(): ForeignDrawing {
    for (const element of this.#elements) this.#read(element);
    return this.#drawing.built();
  }

  #read(element: Json): void {
    const { type } = element;
    if (shapes.has(type)) this.#note(element);
    else if (type === 'text') this.#text(element);
    else if (type === 'arrow' || type === 'line') this.#line(element);
    else if (type === 'freedraw') this.#stroke(element, PEN, false);
    else if (type === 'image') this.#picture(element);
    else if (type === 'frame' || type === 'magicframe') this.#put(element, { is: 'region', text: textOf(element.name) });
    else if ((type === 'embeddable' || type === 'iframe') && textOf(element.link) !== '')
      this.#put(element, { is: 'page', text: textOf(element.link) });
    else this.#drawing.unknown();
  }

  #put(element: Json, more: Pick<DrawnThing, 'is' | 'text'> & Partial<DrawnThing>): void {
    const box = boxOf(placeOf(element), element.width, element.height);
    this.#drawing.thing({ key: textOf(element.id), box, ...more });
  }

  #note(element: Json): void {
    const label = this.#labels.get(textOf(element.id));
    const opacity = opacityOf(element);
    const filled = colourOf(element.backgroundColor, opacity);
    const paper = filled?.endsWith('00') ? undefined : filled;
    const text = label ? wordsOf(label) : '';
    this.#put(element, { is: 'note', text, paper: paper ?? colourOf(element.strokeColor, TINT * opacity) ?? '#ffffffff' });
  }

  /** Words in a shape come with that. */
  #text(element: Json): void {
    if (this.#shapes.has(textOf(element.containerId))) return;
    this.#put(element, { is: 'text', text: wordsOf(element), letters: Math.max(1, numberOf(element.fontSize, LETTERS)) });
  }

  #line(element: Json): void {
    const { type, startBinding, endBinding, startArrowhead, endArrowhead, elbowed } = element;
    const src = textOf(objectOf(startBinding)?.elementId);
    const dst = textOf(objectOf(endBinding)?.elementId);
    const isBound = type === 'arrow' && src !== dst && this.#ends.has(src) && this.#ends.has(dst);
    if (!isBound) return this.#stroke(element, 1, element.roundness === null || element.roundness === undefined);
    const isCurved = objectOf(element.roundness) !== undefined && elbowed !== true;
    const tips = { src: isTip(startArrowhead), dst: isTip(endArrowhead) };
    const shape = isCurved ? 'curve' : lineTypes[`${elbowed === true}`];
    this.#drawing.line({ src, dst, tips, type: shape, ...lookOf(element, 1) });
  }

  #stroke(element: Json, by: number, isAngular: boolean): void {
    const { x, y } = placeOf(element);
    const points = pointsOf(element.points).map((point) => ({ x: x + point.x, y: y + point.y }));
    this.#drawing.stroke({ points, isAngular, ...lookOf(element, by) });
  }

  #picture(element: Json): void {
    const file = objectOf(this.#files[textOf(element.fileId)]);
    const data = file?.dataURL;
    if (!isPictureData(data)) return this.#drawing.unknown();
    this.#drawing.picture({ box: boxOf(placeOf(element), element.width, element.height), name: 'excalidraw', data });
  }
}

const placeOf = ({ x, y }: Json): XY => ({ x: numberOf(x), y: numberOf(y) });
const opacityOf = ({ opacity }: Json): number => numberOf(opacity, 100) / 100;
const isTip = (head: unknown): boolean => typeof head === 'string' && head !== '';
const wordsOf = ({ originalText, text }: Json): string => textOf(originalText) || textOf(text);

function lookOf(element: Json, by: number): { readonly colour: string; readonly width: number } {
  const width = Math.min(200, Math.max(0.5, numberOf(element.strokeWidth, 2) * by));
  return { colour: colourOf(element.strokeColor, opacityOf(element)) ?? INK, width };
}

const pointsOf = (points: unknown): XY[] =>
  Array.isArray(points)
    ? points.flatMap((point) => (Array.isArray(point) ? { x: numberOf(point[0]), y: numberOf(point[1]) } : []))
    : [];
