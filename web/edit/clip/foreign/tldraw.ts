import type { Box, XY } from '../../../../model/looks/shapes.ts';
import { DrawingBuilder, type DrawnThing, type ForeignDrawing } from './drawing.ts';
import { boxOf, isPictureData, type Json, lengthOf, numberOf, objectOf, objectsOf, textOf } from './read-json.ts';
import { type TldrawContent, wordsOf } from './tldraw-content.ts';
import { inkOf, paperOf, textSizeOf, tintOf, widthOf } from './tldraw-styles.ts';

/** A drawing of tldraw 2 and 3: shapes and notes are notes, bound arrows connectors, what is drawn strokes. Never throws. */
export const readTldraw = (content: TldrawContent): ForeignDrawing => new Reading(content).run();

/** From pixels of a shape to those of the page: turned, then moved. */
interface Frame {
  readonly at: XY;
  readonly angle: number;
}

const page: Frame = { at: { x: 0, y: 0 }, angle: 0 };
/** The side of a note. */
const NOTE = 200;
/** How much of its tone a highlighter has. */
const HIGHLIGHT = '66';
const ends: ReadonlySet<unknown> = new Set(['geo', 'note', 'text', 'frame', 'bookmark', 'embed']);

interface Ends {
  readonly src: string;
  readonly dst: string;
}

class Reading {
  readonly #drawing = new DrawingBuilder();
  readonly #children = new Map<string, Json[]>();
  readonly #assets: ReadonlyMap<string, Json>;
  readonly #ends: ReadonlySet<string>;
  /** What each arrow is bound to, since version 2.2. */
  readonly #bindings = new Map<string, Partial<Ends>>();
  readonly #roots: Json[];

  constructor({ shapes, assets, bindings }: TldrawContent) {
    const ids = new Set(shapes.map(({ id }) => textOf(id)));
    this.#assets = new Map(assets.map((asset) => [textOf(asset.id), asset]));
    this.#ends = new Set(shapes.filter(({ type }) => ends.has(type)).map(({ id }) => textOf(id)));
    this.#roots = inOrder(shapes.filter(({ parentId }) => !ids.has(textOf(parentId))));
    for (const shape of shapes) {
      const siblings = this.#children.get(textOf(shape.parentId));
      if (siblings) siblings.push(shape);
      else this.#children.set(textOf(shape.parentId), [shape]);
    }
    for (const { fromId, toId, props } of bindings) {
      const end = objectOf(props)?.terminal === 'start' ? 'src' : 'dst';
      this.#bindings.set(textOf(fromId), { ...this.#bindings.get(textOf(fromId)), [end]: textOf(toId) });
    }
  }

  run(): ForeignDrawing {
    // A stack instead of calls, because groups may lie in each other to any depth
    const open = this.#roots.map((shape) => ({ shape, outer: page })).reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const { shape, outer } = next;
      const frame = frameIn(outer, shape);
      this.#read(shape, frame);
      const children = inOrder(this.#children.get(textOf(shape.id)) ?? []);
      this.#children.delete(textOf(shape.id));
      for (const child of children.reverse()) open.push({ shape: child, outer: frame });
    }
    return this.#drawing.built();
  }

  #read(shape: Json, frame: Frame): void {
    const props = objectOf(shape.props) ?? {};
    const read = readers[textOf(shape.type)];
    if (read) read.call(this, shape, props, frame);
    else this.#drawing.unknown();
  }

  put(
    shape: Json,
    frame: Frame,
    size: readonly [unknown, unknown],
    more: Pick<DrawnThing, 'is' | 'text'> & Partial<DrawnThing>,
  ): void {
    this.#drawing.thing({ key: textOf(shape.id), box: upright(frame, size[0], size[1]), ...more });
  }

  stroke(props: Json, frame: Frame, points: readonly XY[], isAngular: boolean, alpha = ''): void {
    const colour = alpha ? `${inkOf(props).slice(0, 7)}${alpha}` : inkOf(props);
    this.#drawing.stroke({ points: points.map((point) => onPage(frame, point)), colour, width: widthOf(props), isAngular });
  }

  arrow(shape: Json, props: Json, frame: Frame): void {
    const { src, dst } = this.#endsOf(shape, props);
    const words = wordsOf(props);
    const from = pointOf(props.start);
    const to = pointOf(props.end);
    if (src !== dst && this.#ends.has(src) && this.#ends.has(dst)) {
      const bent = numberOf(props.bend) === 0 ? 'straight' : 'curve';
      const type = props.kind === 'elbow' ? 'right-angle' : bent;
      const tips = { src: isTip(props.arrowheadStart), dst: isTip(props.arrowheadEnd ?? 'arrow') };
      this.#drawing.line({ src, dst, tips, type, colour: inkOf(props), width: widthOf(props) });
    } else this.stroke(props, frame, [from, to], true);
    if (words === '') return;
    const middle = onPage(frame, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    const letters = textSizeOf(props);
    this.#drawing.thing({ key: '', is: 'text', box: { ...middle, width: letters, height: letters }, text: words, letters });
  }

  picture({ type }: Json, props: Json, frame: Frame): void {
    const asset = objectOf(this.#assets.get(textOf(props.assetId))?.props);
    const data = asset?.src;
    if (type !== 'image' || !isPictureData(data)) return this.#drawing.unknown();
    this.#drawing.picture({ box: upright(frame, props.w, props.h), name: textOf(asset?.name) || 'tldraw', data });
  }

  web(shape: Json, props: Json, frame: Frame): void {
    const asset = objectOf(this.#assets.get(textOf(props.assetId))?.props);
    const text = textOf(props.url) || textOf(asset?.src);
    if (text === '') return this.#drawing.unknown();
    this.put(shape, frame, [props.w, props.h], { is: 'page', text });
  }

  /** Until version 2.1 an arrow said itself what it is bound to. */
  #endsOf({ id }: Json, { start, end }: Json): Ends {
    const { src, dst } = this.#bindings.get(textOf(id)) ?? {};
    return { src: src ?? textOf(objectOf(start)?.boundShapeId), dst: dst ?? textOf(objectOf(end)?.boundShapeId) };
  }
}

type Read = (this: Reading, shape: Json, props: Json, frame: Frame) => void;

const readers: Readonly<Record<string, Read>> = {
  __proto__: null as never,
  geo(shape, props, frame) {
    const paper = props.fill === 'none' || props.fill === undefined ? tintOf(props) : paperOf(props);
    const height = numberOf(props.h) + numberOf(props.growY);
    this.put(shape, frame, [props.w, height], { is: 'note', text: wordsOf(props), paper });
  },
  note(shape, props, frame) {
    const by = numberOf(props.scale, 1);
    const size = [NOTE * by, (NOTE + numberOf(props.growY)) * by] as const;
    this.put(shape, frame, size, { is: 'note', text: wordsOf(props), paper: paperOf(props) });
  },
  text(shape, props, frame) {
    const letters = textSizeOf(props);
    this.put(shape, frame, [props.w, letters], { is: 'text', text: wordsOf(props), letters });
  },
  frame(shape, props, frame) {
    this.put(shape, frame, [props.w, props.h], { is: 'region', text: textOf(props.name) });
  },
  arrow(shape, props, frame) {
    this.arrow(shape, props, frame);
  },
  line(_, props, frame) {
    const points = inOrder(objectsOf(Object.values(objectOf(props.points) ?? objectOf(props.handles) ?? {})));
    this.stroke(props, frame, points.map(pointOf), props.spline !== 'cubic');
  },
  draw(_, props, frame) {
    const points = segmentPoints(props);
    this.stroke(props, frame, props.isClosed === true ? [...points, ...points.slice(0, 1)] : points, false);
  },
  highlight(_, props, frame) {
    this.stroke(props, frame, segmentPoints(props), false, HIGHLIGHT);
  },
  image(shape, props, frame) {
    this.picture(shape, props, frame);
  },
  bookmark(shape, props, frame) {
    this.web(shape, props, frame);
  },
  embed(shape, props, frame) {
    this.web(shape, props, frame);
  },
  /** Nothing of its own is seen. */
  group() {},
};

const isTip = (head: unknown): boolean => typeof head === 'string' && head !== 'none';

const pointOf = (value: unknown): XY => {
  const { x, y } = objectOf(value) ?? {};
  return { x: numberOf(x), y: numberOf(y) };
};

const segmentPoints = ({ segments }: Json): XY[] => objectsOf(segments).flatMap(({ points }) => objectsOf(points).map(pointOf));

/** Their order is that of their indices, which are compared as texts. */
const inOrder = (shapes: readonly Json[]): Json[] =>
  shapes.toSorted((one, other) =>
    textOf(one.index) < textOf(other.index) ? -1 : Number(textOf(one.index) > textOf(other.index)),
  );

function frameIn(frame: Frame, { x, y, rotation }: Json): Frame {
  return { at: onPage(frame, { x: numberOf(x), y: numberOf(y) }), angle: frame.angle + numberOf(rotation) };
}

function onPage({ at, angle }: Frame, { x, y }: XY): XY {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { x: numberOf(at.x + x * cos - y * sin), y: numberOf(at.y + x * sin + y * cos) };
}

/** Nothing is turned here: the box has the same middle, and stands upright. */
function upright(frame: Frame, w: unknown, h: unknown): Box {
  const width = lengthOf(w);
  const height = lengthOf(h);
  const middle = onPage(frame, { x: width / 2, y: height / 2 });
  return boxOf({ x: middle.x - width / 2, y: middle.y - height / 2 }, width, height);
}
