import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rest } from './rest.ts';

const here = { x: 100, y: 100 };

describe('a pointer over a widget', () => {
  it('rests there once it has been there for 400 ms, trembling or not', () => {
    const rest = new Rest();
    expect(rest.take('plan', here, 1000)).toBe(false);
    expect(rest.take('plan', { x: 105, y: 100 }, 1399)).toBe(false);
    expect(rest.take('plan', here, 1400)).toBe(true);
  });

  it('begins anew when it moves on, or over another widget', () => {
    const rest = new Rest();
    rest.take('plan', here, 1000);
    expect(rest.take('plan', { x: 110, y: 100 }, 1390)).toBe(false);
    expect(rest.take('plan', { x: 110, y: 100 }, 1500)).toBe(false);
    expect(rest.take('other', { x: 110, y: 100 }, 1800)).toBe(false);
    expect(rest.take('other', { x: 110, y: 100 }, 2200)).toBe(true);
    expect(rest.take(undefined, here, 9000)).toBe(false);
  });

  it('may move about where it has rested, until it leaves', () => {
    const rest = new Rest();
    rest.take('plan', here, 0);
    rest.take('plan', here, 400);
    expect(rest.take('plan', { x: 900, y: 900 }, 410)).toBe(true);
    rest.take(undefined, here, 420);
    expect(rest.take('plan', here, 430)).toBe(false);
  });

  it('never rests over two widgets, nor sooner than 400 ms after it has come', () => {
    const step = fc.record({
      over: fc.constantFrom('a', 'b', undefined),
      x: fc.integer({ min: 0, max: 40 }),
      wait: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rest = new Rest();
        let now = 0;
        let over: string | undefined;
        let since = 0;
        for (const { over: next, x, wait } of steps) {
          now += wait;
          if (next !== over) since = now;
          over = next;
          const rests = rest.take(over, { x, y: 0 }, now);
          if (rests) expect(over !== undefined && now - since >= 400).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
