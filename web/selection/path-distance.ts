import type { XY } from '../../model/looks/shapes.ts';

/** Straight pieces in place of a curve. */
const PIECES = 24;

/** How far a point is from a path with the absolute commands M, L, C and Z, such as those of connectors. */
export function distanceToPath(path: string, point: XY): number {
  let least = Number.POSITIVE_INFINITY;
  let at = origin;
  let start = origin;
  for (const [, command, numbers] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const points = pairsOf(numbers ?? '');
    if (command === 'M') start = at = points[0] ?? at;
    const corners = command === 'L' ? points : command === 'C' ? curve(at, points) : command === 'Z' ? [start] : [];
    for (const corner of corners) {
      least = Math.min(least, distanceToPiece(point, at, corner));
      at = corner;
    }
  }
  return least;
}

const origin: XY = { x: 0, y: 0 };

function pairsOf(text: string): XY[] {
  const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g) ?? []).map(Number);
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []));
}

function curve(from: XY, [first, second, to]: readonly XY[]): XY[] {
  if (!first || !second || !to) return [];
  return Array.from({ length: PIECES }, (_, piece) => {
    const part = (piece + 1) / PIECES;
    const rest = 1 - (piece + 1) / PIECES;
    const on = (axis: 'x' | 'y'): number =>
      rest ** 3 * from[axis] + 3 * rest ** 2 * part * first[axis] + 3 * rest * part ** 2 * second[axis] + part ** 3 * to[axis];
    return { x: on('x'), y: on('y') };
  });
}

function distanceToPiece({ x, y }: XY, from: XY, to: XY): number {
  const across = to.x - from.x;
  const down = to.y - from.y;
  const squared = across * across + down * down;
  const part = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * across + (y - from.y) * down) / squared));
  return Math.hypot(x - from.x - part * across, y - from.y - part * down);
}
