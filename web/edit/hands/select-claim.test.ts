import { describe, expect, it } from 'vitest';
import type { Item } from '../../live/board.ts';
import { type Pressed, selectClaim } from './select-claim.ts';

const box = { x: 100, y: 100, width: 200, height: 200 };
const item = (widget_type: string, more: { pinned?: boolean; box?: typeof box } = {}): Item =>
  ({
    id: 'a',
    box: more.box ?? box,
    widget: {
      widget_type,
      ...(widget_type !== 'Connector' && { location: { x: 0, y: 0 }, parent_id: 'root', pinned: more.pinned ?? false }),
    },
  }) as unknown as Item;

const by = (pointer: Pressed['pointer'], what: Partial<Pressed>): string =>
  selectClaim({
    item: undefined,
    isHeldByOthers: false,
    isSelected: false,
    pointer,
    isHandHeld: true,
    point: { x: 200, y: 200 },
    seen: { x: 0, y: 0, width: 1000, height: 700 },
    slack: 8,
    ...what,
  });

describe('with Select', () => {
  it.each<[string, Partial<Pressed>, string, string]>([
    ['empty canvas', {}, 'marquee', 'view'],
    ['a note', { item: item('Note') }, 'hold', 'view'],
    ['a selected note', { item: item('Note'), isSelected: true }, 'hold', 'hold'],
    ['a note on a wall', { item: item('Note'), isHandHeld: false }, 'hold', 'hold'],
    ['a note that somebody else holds', { item: item('Note'), isHeldByOthers: true, isSelected: true }, 'marquee', 'view'],
    ['a pinned note', { item: item('Note', { pinned: true }), isSelected: true }, 'marquee', 'view'],
    ['a connector', { item: item('Connector') }, 'marquee', 'view'],
    [
      'a note that covers most of the view',
      { item: item('Note', { box: { x: 0, y: 0, width: 1000, height: 500 } }), isSelected: true },
      'hold',
      'view',
    ],
    ['the inside of an anchor', { item: item('Anchor') }, 'marquee', 'view'],
    ['the inside of a selected anchor', { item: item('Anchor'), isSelected: true }, 'hold', 'hold'],
    ['the edge of an anchor', { item: item('Anchor'), point: { x: 104, y: 200 } }, 'hold', 'view'],
  ])('on %s', (_what, pressed, mouse, finger) => {
    expect(by('mouse', pressed)).toBe(mouse);
    expect(by('pen', pressed)).toBe(mouse);
    expect(by('touch', pressed)).toBe(finger);
  });
});
