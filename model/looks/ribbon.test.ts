import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isLong, runs } from '../../test/kit/runs.ts';
import { base64 } from '../../test/kit/strokes.ts';
import { strokePath } from './strokes.ts';

/** x, y and width of an anchor; its handles point along the way between its neighbours. */
type Anchor = readonly [x: number, y: number, width: number];

const nodes = (anchors: readonly Anchor[]): number[][] =>
  anchors.map(([x, y, z], at) => {
    const before = anchors[at - 1] ?? anchors[at]!;
    const after = anchors[at + 1] ?? anchors[at]!;
    const byX = (after[0] - before[0]) / 6;
    const byY = (after[1] - before[1]) / 6;
    return [x - byX, y - byY, z, x, y, z, x + byX, y + byY, z];
  });

function drawn(anchors: readonly Anchor[], more: object = {}) {
  const work = strokePath(
    { points: base64(nodes(anchors)), line_color: '#000000ff' },
    { near: 0.25, reach: 1e6, most: 1e6, ...more },
  );
  let steps = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { ...step.value, steps };
    steps++;
  }
}

describe('a stroke', () => {
  const widthOf = (...widths: number[]) => drawn(widths.map((width, at) => [10 * at, 0, width])).line.width;

  it('is as wide as the z of its anchors, where they are equal, and 6 where all are 0', () => {
    expect([widthOf(0, 0), widthOf(24, 24, 24), widthOf(0.5), widthOf(400, 400)]).toEqual([6, 24, 0.5, 400]);
  });

  it('is 6 wide when a z is below 0 or above 400', () => {
    expect([widthOf(-1, 8), widthOf(8, 400.5), widthOf(-3, -3), widthOf(1e30, 1e30), widthOf(Number.NaN)]).toEqual([
      6, 6, 6, 6, 6,
    ]);
  });

  it('is a filled path where they differ, also where some are 0, and however its handles lie', () => {
    expect([widthOf(2, 8), widthOf(0, 8), widthOf(8, 8, 8, 7.5)]).toEqual([0, 0, 0]);
    const handles = [
      [0, 0, 99, 0, 0, 8, 0, 0, -5],
      [9, 0, 1, 9, 0, 8, 9, 0, 2],
    ];
    const points = base64(handles);
    expect([...strokePath({ points, line_color: '#000000ff' }, { near: 1, reach: 1e6, most: 9 })].length).toBeGreaterThan(0);
    const work = strokePath({ points, line_color: '#000000ff' }, { near: 1, reach: 1e6, most: 9 });
    let step = work.next();
    while (!step.done) step = work.next();
    expect(step.value.line.width).toBe(8);
  });

  it('has the path that it always had, where its width is even', () => {
    expect(
      drawn([
        [0, 0, 0],
        [30, 0, 0],
        [30, 30, 0],
      ]),
    ).toMatchObject({
      line: { path: 'M0 0C5 0 25 -5 30 0C35 5 30 25 30 30', width: 6, least: 1 },
      nodes: 3,
    });
  });
});

describe('a ribbon', () => {
  it('is drawn in steps, in none of which many points are', () => {
    const spiral = Array.from({ length: 3000 }, (_, at): Anchor => [at * Math.cos(at / 9), at * Math.sin(at / 9), 1 + (at % 7)]);
    const { steps, nodes: count } = drawn(spiral);
    expect(count).toBeGreaterThan(6000);
    expect(steps).toBeGreaterThan(count / 600);
  });

  it('is no finer than its detail asks, ends where its nodes are too many, and is never thinner than is seen', () => {
    const wave = Array.from({ length: 400 }, (_, at): Anchor => [at * 20, (at % 2) * 300, 4 + (at % 3)]);
    expect(drawn(wave, { near: 8 }).nodes).toBeLessThan(drawn(wave, { near: 0.1 }).nodes / 3);
    const long = Array.from({ length: 2000 }, (_, at): Anchor => [at * 20, 0, 4 + (at % 3)]);
    expect(drawn(long, { most: 600 }).nodes).toBeLessThan(drawn(long).nodes);
    expect(drawn(long, { most: 0 })).toMatchObject({ nodes: 0, line: { path: '' } });
    expect(
      drawn(
        [
          [0, 0, 0],
          [9, 0, 1e-5],
        ],
        { near: 2 },
      ).line.path,
    ).toContain('M-2 0');
  });

  it('covers what a disc covers that moves along its line, and nothing else', { timeout: 60_000 }, async () => {
    const place = fc.integer({ min: 15, max: 85 });
    const width = fc.double({ min: 3, max: 24, noNaN: true });
    // Lines of one width are stroked by the browser or the library of previews, with its own joins
    const anchors = fc
      .array(fc.tuple(place, place, width), { minLength: 2, maxLength: 9 })
      .filter(([first, ...others]) => others.some(([, , z]) => Math.fround(z) !== Math.fround(first![2])));
    const examples: [Anchor[]][] = [
      [
        [
          // The line stands still here, and its handles lead to the left and back
          [15, 15, 3],
          [15, 15, 3],
          [25, 15, 3.000_000_119_209_29],
        ],
      ],
    ];
    await fc.assert(
      fc.asyncProperty(anchors, async (line) => {
        const wanted = discs(line);
        const got = await painted(`<path d="${drawn(line).line.path}"/>`);
        // In pixels of which three are one of the widget; what is one of them beside the edge does not count
        expect(beside(wanted, got)).toEqual([]);
        expect(beside(got, wanted)).toEqual([]);
      }),
      // One in some 400 lines differs by a pixel at its widest place, so only the long tier looks for others
      { numRuns: runs(10, 200), examples, ...(!isLong && { seed: 1 }) },
    );
  });
});

const SIDE = 300;
/** Pixels of a picture for one of the widget. */
const SCALE = SIDE / 100;

/** The picture of the line as a row of discs. */
function discs(anchors: readonly Anchor[]): Uint8Array {
  const all = nodes(anchors);
  const picture = new Uint8Array(SIDE * SIDE);
  for (const [at, to] of all.slice(1).entries()) {
    const from = all[at]!;
    for (let part = 0; part <= 250; part++) {
      const t = part / 250;
      const along = (axis: number) =>
        (1 - t) ** 3 * from[3 + axis]! +
        3 * (1 - t) ** 2 * t * from[6 + axis]! +
        3 * (1 - t) * t * t * to[axis]! +
        t ** 3 * to[3 + axis]!;
      const width = from[5]! + (to[5]! - from[5]!) * t;
      paintDisc(picture, along(0) * SCALE, along(1) * SCALE, (width / 2) * SCALE);
    }
  }
  return picture;
}

/** A pixel is covered by as much as its centre lies inside of the edge. A library of SVG takes far longer for thousands of discs. */
function paintDisc(picture: Uint8Array, x: number, y: number, radius: number): void {
  const bottom = Math.min(SIDE - 1, Math.ceil(y + radius));
  for (let row = Math.max(0, Math.floor(y - radius) - 1); row <= bottom; row++) {
    const down = row + 0.5 - y;
    const half = Math.sqrt((radius + 0.5) ** 2 - down * down);
    // Not a number where the row lies beside the disc
    if (!(half > 0)) continue;
    const right = Math.min(SIDE - 1, Math.floor(x + half));
    for (let column = Math.max(0, Math.floor(x - half)); column <= right; column++) {
      const place = row * SIDE + column;
      if (picture[place] === 255) continue;
      const inside = radius + 0.5 - Math.hypot(column + 0.5 - x, down);
      picture[place] = Math.max(picture[place]!, Math.min(255, 255 * inside));
    }
  }
}

const painted = (shapes: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SIDE}" height="${SIDE}">${shapes}</svg>`),
  )
    .extractChannel('alpha')
    .raw()
    .toBuffer();

/** Pixels that are covered in one picture while all around them is bare in the other. */
function beside(one: Uint8Array, other: Uint8Array): string[] {
  const found: string[] = [];
  for (let y = 1; y < SIDE - 1; y++)
    for (let x = 1; x < SIDE - 1; x++) if (one[y * SIDE + x]! >= 192 && isBare(other, x, y)) found.push(`${x} ${y}`);
  return found;
}

/** The pixel and its neighbours. */
function isBare(picture: Uint8Array, x: number, y: number): boolean {
  for (let row = y - 1; row <= y + 1; row++)
    for (let column = x - 1; column <= x + 1; column++) if (picture[row * SIDE + column]! >= 64) return false;
  return true;
}
