import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { overviewIn, throttled } from './overview.ts';

describe('an overview', () => {
  const overview = overviewIn({ width: 9600, height: 5400 }, { width: 192, height: 192 });

  it('is as large as its room allows, in the form of the canvas', () => {
    expect(overview).toMatchObject({ width: 192, height: 108, zoom: 0.02 });
    expect(overviewIn({ width: 1200, height: 12_000 }, { width: 200, height: 150 })).toMatchObject({ width: 15, height: 150 });
  });

  it('shows boxes where they are, cut off at its edges', () => {
    expect(overview.place({ x: 1000, y: 500, width: 2000, height: 1000 })).toEqual({ x: 20, y: 10, width: 40, height: 20 });
    expect(overview.place({ x: -5000, y: -5000, width: 50_000, height: 50_000 })).toEqual({
      x: 0,
      y: 0,
      width: 192,
      height: 108,
    });
  });

  it('shows the smallest box so large that it can be found, and never outside', () => {
    expect(overview.place({ x: 5000, y: 2500, width: 1, height: 1 })).toMatchObject({ width: 8, height: 8 });
    const corner = overview.place({ x: 9599, y: 5399, width: 1, height: 1 });
    expect(corner).toEqual({ x: 184, y: 100, width: 8, height: 8 });
  });

  it('leads back to the canvas', () => {
    expect(overview.toCanvas({ x: 20, y: 10 })).toEqual({ x: 1000, y: 500 });
  });
});

describe('what is throttled', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is done at once, and then once for all that was asked meanwhile', () => {
    const call = vi.fn();
    const { ask } = throttled(call, 1000);
    ask();
    expect(call).toHaveBeenCalledTimes(1);
    ask();
    ask();
    vi.advanceTimersByTime(999);
    expect(call).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is done less often where it takes long, and not any more after its end', () => {
    const call = vi.fn(() => void vi.advanceTimersByTime(100));
    const { ask, close } = throttled(call, 1000);
    ask();
    ask();
    vi.advanceTimersByTime(1999);
    expect(call).toHaveBeenCalledTimes(1);
    close();
    vi.advanceTimersByTime(5000);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
