import { describe, expect, it } from 'vitest';
import { connector, itemOf } from '../../../../test/kit/text-board.ts';
import type { Line } from '../../../live/forms.ts';
import { connect, reconnect, turnRound } from './connect.ts';
import { firstConnectorStyle } from './connector-style.ts';
import { automatic } from './drop-end.ts';
import { noteBeyond } from './note-beyond.ts';

const atLeft = { auto_location: false, rel_location: { x: 0, y: 0.5 } };

describe('a new connector', () => {
  it('leads from one place to another in the colours that people chose, and is as wide as they saw it', () => {
    const made = connect('new', { id: 'a', place: automatic }, { id: 'b', place: atLeft }, firstConnectorStyle, 0.5);
    expect(made).toEqual({
      op: 'create',
      id: 'new',
      type: 'Connector',
      body: {
        type: 'curve',
        line_color: '#8d8372ff',
        line_width: 6,
        src: { id: 'a', auto_location: true, rel_location: { x: 0.5, y: 0.5 }, tip: 'none' },
        dst: { id: 'b', ...atLeft, tip: 'solid-equilateral-triangle' },
      },
    });
  });
});

describe('a connector', () => {
  it('gets another end, and keeps its tip there', () => {
    expect(reconnect('line', 'dst', { id: 'c', place: atLeft })).toEqual({
      op: 'update',
      id: 'line',
      body: { dst: { id: 'c', ...atLeft } },
    });
  });

  it('turned round leads the other way with its tips where they were among its ends, and twice turned is as before', () => {
    const line = itemOf(connector('line', 'a', 'b')).widget as Line;
    const { body } = turnRound(line);
    expect(body).toMatchObject({ src: { id: 'b' }, dst: { id: 'a' } });
    expect(body.src).not.toHaveProperty('tip');
    const turned = { ...line, src: { ...line.src, ...(body.src as object) }, dst: { ...line.dst, ...(body.dst as object) } };
    expect({ ...line, ...turnRound(turned).body }).toMatchObject({ src: { id: 'a' }, dst: { id: 'b' } });
  });
});

describe('a note at the end of a connector that was dropped on empty canvas', () => {
  const note = itemOf({
    id: 'a',
    box: [0, 0, 100, 50],
    size: { width: 200, height: 100 },
    background_color: '#123456ff',
    auto_text_color: true,
    text_color: '#ffffffff',
  });
  const source = { ...note, zoom: 0.5 };
  const measures = { side: 200, colour: '#ffdb6eff' };

  it('is like the source, with the facing side where it was dropped', () => {
    const like = { size: { width: 200, height: 100 }, scale: 0.5, background_color: '#123456ff', auto_text_color: true };
    expect(noteBeyond(source, { x: 300, y: 25 }, measures)).toEqual({ ...like, location: { x: 300, y: 0 } });
    expect(noteBeyond(source, { x: -300, y: 25 }, measures)).toEqual({ ...like, location: { x: -400, y: 0 } });
    expect(noteBeyond(source, { x: 50, y: 300 }, measures)).toEqual({ ...like, location: { x: 0, y: 300 } });
    expect(noteBeyond(source, { x: 50, y: -300 }, measures)).toEqual({ ...like, location: { x: 0, y: -350 } });
  });

  it('is a new one of its own where the source is no note', () => {
    const image = itemOf({ id: 'b', is: 'Image', box: [0, 0, 100, 100] });
    expect(noteBeyond(image, { x: 300, y: 50 }, measures)).toEqual({
      location: { x: 300, y: -50 },
      size: { width: 200, height: 200 },
      scale: 1,
      background_color: '#ffdb6eff',
    });
  });
});
