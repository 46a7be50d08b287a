import { describe, expect, it } from 'vitest';
import type { Box } from '../../model/looks/shapes.ts';
import { holds } from './boxes.ts';
import type { Scene } from './scene.ts';
import type { Surface } from './surface.ts';
import { Job } from './tiles.ts';

const whole: Box = { x: 0, y: 0, width: 1024, height: 1024 };

/** A job of four tiles, which paints nothing, and the boxes that it copied to its target. */
function begun() {
  const copied: Box[] = [];
  const nothing = (): void => undefined;
  const drawImage = (_: unknown, ...at: number[]): void =>
    void copied.push({ x: at[4]!, y: at[5]!, width: at[6]!, height: at[7]! });
  const surface = (context: object): Surface => ({ context }) as unknown as Surface;
  const scene = {
    options: { board: { size: { peek: () => whole }, count: { peek: () => 1 } } },
    *paint() {
      yield;
    },
  } as unknown as Scene;
  const tile = surface({ reset: nothing, beginPath: nothing, rect: nothing, clip: nothing });
  const framing = { scale: 1, left: 0, top: 0 };
  return { job: new Job({ scene, framing, target: surface({ drawImage }), tile, boxes: [whole], ratio: 1 }), copied };
}

const small = (at: number): Box => ({ x: (at % 32) * 32, y: Math.floor(at / 32) * 32, width: 10, height: 10 });

describe('a change while a picture is painted', () => {
  it('costs nothing where its tile is not begun', () => {
    const { job, copied } = begun();
    for (let at = 0; at < 1024; at++) job.touch(small(at));
    expect(job.step(Number.POSITIVE_INFINITY)).toBe(true);
    expect(copied).toHaveLength(4);
  });

  it('is painted again where its tile is painted already', () => {
    const { job, copied } = begun();
    expect(job.step(0)).toBe(false);
    job.touch(small(0));
    expect(job.step(Number.POSITIVE_INFINITY)).toBe(true);
    expect(copied).toHaveLength(5);
    expect(copied[4]).toEqual(small(0));
  });

  it('is painted again with its neighbours where there are many', () => {
    const { job, copied } = begun();
    while (copied.length < 3) job.step(0);
    const boxes = Array.from({ length: 1024 }, (_, at) => small(at)).filter(({ y }) => y < 512);
    for (const box of boxes) job.touch(box);
    expect(job.step(Number.POSITIVE_INFINITY)).toBe(true);
    expect(copied.length).toBeLessThan(40);
    for (const box of boxes) expect(copied.slice(3).some((tile) => holds(tile, box))).toBe(true);
  });
});
