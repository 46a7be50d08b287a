import type { Box, XY } from '../../../../model/looks/shapes.ts';

/** What another program has on the clipboard, in pixels of its own canvas. Everything is bounded and finite. */
export interface ForeignDrawing {
  /** In painting order. */
  readonly things: readonly DrawnThing[];
  readonly lines: readonly DrawnLine[];
  readonly strokes: readonly DrawnStroke[];
  readonly pictures: readonly DrawnPicture[];
  /** How many things have no like here. */
  readonly unknown: number;
}

export interface DrawnThing {
  /** The id that it has over there. */
  readonly key: string;
  /** `text`: without paper, its box follows the letters. `page`: `text` is its address. `region`: `text` is its name. */
  readonly is: 'note' | 'text' | 'page' | 'region';
  readonly box: Box;
  readonly text: string;
  /** Paper of a note; #RRGGBBAA. */
  readonly paper?: string;
  /** Height of the letters of a text. */
  readonly letters?: number;
}

/** A line between two things. */
export interface DrawnLine {
  readonly src: string;
  readonly dst: string;
  readonly colour: string;
  readonly width: number;
  readonly type: 'curve' | 'straight' | 'right-angle';
  readonly tips: { readonly src: boolean; readonly dst: boolean };
}

export interface DrawnStroke {
  readonly points: readonly XY[];
  readonly colour: string;
  readonly width: number;
  /** Whether the line turns at each point, instead of bending through it. */
  readonly isAngular: boolean;
}

export interface DrawnPicture {
  readonly box: Box;
  readonly name: string;
  /** `data:image/png;base64,…` */
  readonly data: string;
}

/** @bound Things, lines, strokes and pictures that are read of a clipboard; more count as unknown. */
const MOST_DRAWN = 5_000;
/** @bound Points of one stroke; more are left out. */
const MOST_POINTS = 10_000;

/** Collects a drawing. What is beyond the bound is counted. */
export class DrawingBuilder {
  readonly #things: DrawnThing[] = [];
  readonly #lines: DrawnLine[] = [];
  readonly #strokes: DrawnStroke[] = [];
  readonly #pictures: DrawnPicture[] = [];
  #count = 0;
  #unknown = 0;

  thing(thing: DrawnThing): void {
    if (this.#hasRoom()) this.#things.push(thing);
  }

  line(line: DrawnLine): void {
    if (this.#hasRoom()) this.#lines.push(line);
  }

  stroke(stroke: DrawnStroke): void {
    if (stroke.points.length < 2) this.#unknown++;
    else if (this.#hasRoom()) this.#strokes.push({ ...stroke, points: stroke.points.slice(0, MOST_POINTS) });
  }

  picture(picture: DrawnPicture): void {
    if (this.#hasRoom()) this.#pictures.push(picture);
  }

  unknown(): void {
    this.#unknown++;
  }

  built(): ForeignDrawing {
    // Lines between things that had no room have no ends
    const keys = new Set(this.#things.map(({ key }) => key));
    const lines = this.#lines.filter(({ src, dst }) => keys.has(src) && keys.has(dst));
    return {
      things: this.#things,
      lines,
      strokes: this.#strokes,
      pictures: this.#pictures,
      unknown: this.#unknown + this.#lines.length - lines.length,
    };
  }

  #hasRoom(): boolean {
    this.#count++;
    if (this.#count > MOST_DRAWN) this.#unknown++;
    return this.#count <= MOST_DRAWN;
  }
}
