import { short } from './shapes.ts';

/** What follows a stroke and makes a path of it; all lengths in pixels of the widget. */
export interface Nib {
  /** Points of the path until now. */
  readonly drawn: number;
  begin(x: number, y: number, width: number): void;
  /** Goes on in a Bézier curve. */
  bend(x1: number, y1: number, x2: number, y2: number, x: number, y: number, width: number): void;
  /** Ends the stroke. @returns its path */
  end(): string;
}

/** Straight pieces of one curve, at most. */
const MOST_PIECES = 64;
/** Where a width changes faster than this along the line, the discs at both ends of a piece are seen beside it. */
const STEEP = 0.25;

/**
 * A line whose width changes, as a path to be filled: what a disc covers that moves along the line and grows and shrinks.
 * Made of strips, which end where a side would turn back, and of discs at their ends. All parts run in one direction round,
 * so a fill that counts windings (`nonzero`) leaves no hole wherever the line crosses itself.
 */
export class Ribbon implements Nib {
  drawn = 0;
  #path = '';
  #x = 0;
  #y = 0;
  #radius = 0;
  /** Where the last piece went; a length of 1. */
  #wayX = 0;
  #wayY = 0;
  /** The sides of the open strip, the right one from its end to its beginning; empty: none is open. */
  #left = '';
  #right = '';
  #leftX = 0;
  #leftY = 0;
  #rightX = 0;
  #rightY = 0;

  /** @param fine how far the path may lie beside the line @param thinnest the least width */
  constructor(
    private readonly fine: number,
    private readonly thinnest: number,
  ) {}

  begin(x: number, y: number, width: number): void {
    this.#reach(x, y, this.#radiusOf(width));
    this.#disc();
  }

  bend(x1: number, y1: number, x2: number, y2: number, x: number, y: number, width: number): void {
    const startX = this.#x;
    const startY = this.#y;
    const start = this.#radius;
    const end = this.#radiusOf(width);
    const straying = Math.max(
      Math.hypot(startX - 2 * x1 + x2, startY - 2 * y1 + y2),
      Math.hypot(x1 - 2 * x2 + x, y1 - 2 * y2 + y),
    );
    const turning = turn(x1 - startX, y1 - startY, x2 - x1, y2 - y1) + turn(x2 - x1, y2 - y1, x - x2, y - y2);
    const needed = Math.max(
      Math.sqrt((0.75 * straying) / this.fine),
      turning * Math.sqrt(Math.max(start, end) / (8 * this.fine)),
    );
    const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(needed)));
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      const rest = 1 - t;
      const a = rest * rest * rest;
      const b = 3 * rest * rest * t;
      const c = 3 * rest * t * t;
      const d = t * t * t;
      this.#to(a * startX + b * x1 + c * x2 + d * x, a * startY + b * y1 + c * y2 + d * y, start + (end - start) * t);
    }
  }

  end(): string {
    this.#close();
    this.#disc();
    return this.#path;
  }

  #to(x: number, y: number, radius: number): void {
    const fromX = this.#x;
    const fromY = this.#y;
    const from = this.#radius;
    const length = Math.hypot(x - fromX, y - fromY);
    if (length === 0) {
      if (radius > from) this.#widen(radius);
      return;
    }
    const wayX = (x - fromX) / length;
    const wayY = (y - fromY) / length;
    const isSteep = Math.abs(radius - from) > STEEP * length;
    const leftX = x + wayY * radius;
    const leftY = y - wayX * radius;
    const rightX = x - wayY * radius;
    const rightY = y + wayX * radius;
    const goesOn =
      !isSteep &&
      this.#left !== '' &&
      (leftX - this.#leftX) * wayX + (leftY - this.#leftY) * wayY > 0 &&
      (rightX - this.#rightX) * wayX + (rightY - this.#rightY) * wayY > 0 &&
      from * (1 - Math.sqrt((1 + this.#wayX * wayX + this.#wayY * wayY) / 2)) <= 2 * this.fine;
    if (!goesOn) {
      this.#close();
      if (this.#wayX !== 0 || this.#wayY !== 0) this.#disc();
      this.#left = `M${pair(fromX + wayY * from, fromY - wayX * from)}`;
      this.#right = `L${pair(fromX - wayY * from, fromY + wayX * from)}Z`;
    }
    this.#left += `L${pair(leftX, leftY)}`;
    this.#right = `L${pair(rightX, rightY)}${this.#right}`;
    this.#leftX = leftX;
    this.#leftY = leftY;
    this.#rightX = rightX;
    this.#rightY = rightY;
    this.#wayX = wayX;
    this.#wayY = wayY;
    this.#reach(x, y, radius);
    if (isSteep) this.#close();
  }

  #reach(x: number, y: number, radius: number): void {
    this.#x = x;
    this.#y = y;
    this.#radius = radius;
    this.drawn++;
  }

  /** Where the line stands still, the widest disc covers the others. */
  #widen(radius: number): void {
    this.#close();
    this.#radius = radius;
  }

  #close(): void {
    this.#path += this.#left + this.#right;
    this.#left = '';
    this.#right = '';
  }

  /** Round the point that was reached last. */
  #disc(): void {
    const x = this.#x;
    const y = this.#y;
    const r = this.#radius;
    const k = ROUND * r;
    this.#path += `M${pair(x - r, y)}C${pair(x - r, y - k)} ${pair(x - k, y - r)} ${pair(x, y - r)}C${pair(x + k, y - r)} ${pair(x + r, y - k)} ${pair(x + r, y)}C${pair(x + r, y + k)} ${pair(x + k, y + r)} ${pair(x, y + r)}C${pair(x - k, y + r)} ${pair(x - r, y + k)} ${pair(x - r, y)}Z`;
  }

  #radiusOf(width: number): number {
    return Math.max(width, this.thinnest) / 2;
  }
}

/** How far the handles of a Bézier curve stand from its ends when it is a quarter of a circle of radius 1. */
const ROUND = 0.5523;

/** Angle between two ways; 0 where one has no length. */
const turn = (x: number, y: number, nextX: number, nextY: number): number =>
  Math.abs(Math.atan2(x * nextY - y * nextX, x * nextX + y * nextY));

export const pair = (x: number, y: number): string => `${short(x)} ${short(y)}`;
