import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../model/looks/shapes.ts';
import { type Camera, createCamera } from './camera.ts';
import { flightBetween } from './flight.ts';
import type { Frames } from './frames.ts';
import { createMotion } from './motion.ts';

const canvas = { width: 20_000, height: 10_000 };

/** A camera whose frames come when the test says so, 16 ms apart. */
function begin({ still = false } = {}) {
  const camera = createCamera();
  camera.extent.value = { width: 1000, height: 500 };
  camera.canvas.value = canvas;
  const frames = manualFrames();
  return { camera, frames, motion: createMotion(camera, frames, () => still) };
}

function manualFrames(): Frames & { run(most?: number): number } {
  const parts = new Set<(now: number) => void>();
  let asked = false;
  let now = 0;
  return {
    request: () => {
      asked = true;
    },
    add(part) {
      parts.add(part);
      return () => parts.delete(part);
    },
    stop: () => parts.clear(),
    /** Runs frames while a part asks for them, at most this many; returns their number. */
    run(most = 1000) {
      let count = 0;
      for (; asked && count < most; count++) {
        asked = false;
        now += 16;
        for (const part of parts) part(now);
      }
      return count;
    },
  };
}

const shown = ({ view }: Camera) => view.peek();

describe('a flight', () => {
  it('takes a quarter of a second and ends where it should', () => {
    const { camera, frames, motion } = begin();
    motion.glide({ x: 5000, y: 3000, zoom: 2 });
    expect(motion.goal()).toEqual({ x: 5000, y: 3000, zoom: 2 });
    expect(frames.run()).toBe(17);
    expect(shown(camera)).toEqual({ x: 5000, y: 3000, zoom: 2 });
  });

  it('ends within the bounds of the canvas', () => {
    const { camera, frames, motion } = begin();
    motion.glide({ x: 90_000, y: 0, zoom: 1 });
    frames.run();
    expect(shown(camera)).toEqual({ x: 20_000 - 250, y: 0, zoom: 1 });
  });

  it('is a jump for a person who wants no motion', () => {
    const { camera, motion } = begin({ still: true });
    motion.glide({ x: 100, y: 0, zoom: 1 });
    expect(shown(camera)).toEqual({ x: 100, y: 0, zoom: 1 });
  });

  it('ends at once when somebody else moves the camera', () => {
    const { camera, frames, motion } = begin();
    motion.glide({ x: 5000, y: 3000, zoom: 2 });
    frames.run(5);
    camera.show({ x: 7, y: 7, zoom: 1 });
    frames.run();
    expect(shown(camera)).toEqual({ x: 7, y: 7, zoom: 1 });
  });

  it('rises on a long way, and not on a short one', () => {
    const extent = { width: 1000, height: 500 };
    const far = flightBetween({ x: 0, y: 0, zoom: 1 }, { x: 20_000, y: 0, zoom: 1 }, extent);
    expect(far(0.5).zoom).toBeLessThan(0.2);
    expect(far(0.5).x + 500 / far(0.5).zoom).toBeCloseTo(10_500, 0);
    const near = flightBetween({ x: 0, y: 0, zoom: 1 }, { x: 100, y: 0, zoom: 1 }, extent);
    expect(near(0.5).zoom).toBeGreaterThan(0.95);
    const zooming = flightBetween({ x: 0, y: 0, zoom: 1 }, { x: 250, y: 125, zoom: 2 }, extent);
    expect(zooming(0.5).zoom).toBeCloseTo(Math.SQRT2);
  });

  it('is without a jump at its ends', () => {
    const from = { x: 10, y: 90, zoom: 3 };
    const to = { x: 4000, y: -50, zoom: 0.2 };
    const extent = { width: 1000, height: 500 };
    const flight = flightBetween(from, to, extent);
    for (const [part, end] of [
      [1e-9, from],
      [1 - 1e-9, to],
    ] as const) {
      expect(flight(part).zoom).toBeCloseTo(end.zoom, 4);
      expect(flight(part).x).toBeCloseTo(end.x, 1);
      expect(flight(part).y).toBeCloseTo(end.y, 1);
    }
  });
});

describe('a flick', () => {
  it('goes on as far as its speed carries it, and slows down', () => {
    const { camera, frames, motion } = begin();
    camera.show({ x: 5000, y: 5000, zoom: 1 });
    motion.fling({ x: -2, y: 0 });
    frames.run();
    expect(shown(camera).x).toBeGreaterThan(5600);
    expect(shown(camera).x).toBeLessThan(5650);
  });

  it('stops at the bounds', () => {
    const { camera, frames, motion } = begin();
    camera.show({ x: 19_700, y: 0, zoom: 1 });
    motion.fling({ x: -5, y: 0 });
    expect(frames.run()).toBeLessThan(10);
    expect(shown(camera).x).toBe(19_750);
  });

  it('is what a stop ends, as long as it goes on, and a flight to a place is none', () => {
    const { camera, frames, motion } = begin();
    expect(motion.stop()).toBe(false);
    motion.fling({ x: -2, y: 0 });
    expect(motion.stop()).toBe(true);
    expect(motion.stop()).toBe(false);
    motion.fling({ x: -2, y: 0 });
    frames.run();
    expect(motion.stop()).toBe(false);
    motion.fling({ x: -2, y: 0 });
    motion.glide({ x: 0, y: 0, zoom: 1 });
    expect(motion.stop()).toBe(false);
    motion.fling({ x: -2, y: 0 });
    camera.show({ x: 100, y: 100, zoom: 1 });
    expect(motion.stop()).toBe(false);
  });
});

describe('following another person', () => {
  const theirs = (x: number): Box => ({ x, y: 0, width: 1000, height: 500 });

  it('shows what they see, also after they have moved on', () => {
    const { camera, frames, motion } = begin();
    const box = signal<Box | undefined>(theirs(3000));
    motion.follow(box);
    frames.run();
    expect(shown(camera)).toEqual({ x: 3000, y: 0, zoom: 1 });
    box.value = theirs(6000);
    frames.run();
    expect(shown(camera)).toEqual({ x: 6000, y: 0, zoom: 1 });
    expect(motion.following.value).toBe(true);
  });

  it('ends when one moves by oneself, and not when the screen changes its size', () => {
    const { camera, frames, motion } = begin();
    const box = signal<Box | undefined>(theirs(3000));
    motion.follow(box);
    frames.run();
    camera.resize({ width: 2000, height: 1000 });
    frames.run();
    expect(motion.following.value).toBe(true);
    expect(shown(camera)).toEqual({ x: 3000, y: 0, zoom: 2 });
    camera.pan(-10, 0);
    expect(motion.following.value).toBe(false);
    box.value = theirs(6000);
    frames.run();
    expect(shown(camera).x).toBe(3005);
  });
});

it('the middle of what is seen stays in the middle when the screen changes its size', () => {
  const { camera } = begin();
  camera.show({ x: 1000, y: 1000, zoom: 2 });
  camera.resize({ width: 500, height: 1000 });
  expect(camera.seen.value).toEqual({ x: 1125, y: 875, width: 250, height: 500 });
});
