import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../live/board.ts';
import type { PointerKind } from '../../view/gestures.ts';
import { createTaps } from './taps.ts';

/** A widget "left" on the left, "right" on the right of 500, nothing below 500. */
function begin() {
  const did: string[] = [];
  let time = 0;
  const several = signal(false);
  const tapped = createTaps({
    selection: {
      select: (...ids) => did.push(`select ${ids}`),
      toggle: (id) => did.push(`toggle ${id}`),
      clear: () => did.push('clear'),
    },
    itemAt: ({ x, y }) => (y > 500 ? undefined : ({ id: x < 500 ? 'left' : 'right' } as Item)),
    toCanvas: (at) => at,
    several,
    open: ({ item, pointer }) => did.push(`open ${item?.id} ${pointer}`),
    now: () => time,
  });
  const tap = (x: number, y: number, after = 1000, more: { pointer?: PointerKind; shift?: boolean } = {}): boolean => {
    time += after;
    return tapped({ at: { x, y }, pointer: 'mouse', shift: false, ...more });
  };
  return { did, tap, several };
}

describe('a tap', () => {
  it('selects what lies there, and nothing on empty canvas', () => {
    const { did, tap } = begin();
    tap(100, 100);
    tap(900, 100);
    tap(100, 900);
    expect(did).toEqual(['select left', 'select right', 'clear']);
  });

  it('with Shift adds it or takes it away, and clears nothing on empty canvas', () => {
    const { did, tap } = begin();
    tap(100, 100, 1000, { shift: true });
    tap(100, 900, 1000, { shift: true });
    expect(did).toEqual(['toggle left']);
  });

  it('adds as with Shift while several are selected, until it hits nothing', () => {
    const { did, tap, several } = begin();
    several.value = true;
    tap(100, 100);
    tap(900, 100);
    tap(100, 900);
    tap(100, 100);
    expect(did).toEqual(['toggle left', 'toggle right', 'clear', 'select left']);
  });

  it('opens what it hits for the second time in a row', () => {
    const { did, tap } = begin();
    tap(100, 100);
    tap(110, 100, 399);
    tap(110, 100, 100);
    expect(did).toEqual(['select left', 'select left', 'open left mouse', 'select left']);
  });

  it.each([
    ['later', 100, 100, 401],
    ['farther away', 141, 100, 100],
    ['on another widget', 510, 100, 100],
  ])('is not the second one %s', (_how, x, y, after) => {
    const { did, tap } = begin();
    tap(y === 100 && x > 500 ? 490 : 100, 100);
    tap(x, y, after);
    expect(did.join()).not.toContain('open');
  });

  it('of a mouse opens empty canvas when it comes twice, and one of a finger zooms there', () => {
    const { did, tap } = begin();
    tap(100, 900);
    expect(tap(100, 900, 100)).toBe(true);
    expect(tap(100, 900, 1000, { pointer: 'touch' })).toBe(true);
    expect(tap(100, 900, 100, { pointer: 'touch' })).toBe(false);
    expect(did).toEqual(['clear', 'clear', 'open undefined mouse', 'clear', 'clear']);
  });
});
