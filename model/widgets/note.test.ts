import { describe, expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { readableOn } from '../looks/colours.ts';
import { Note } from './note.ts';

const BLACK = '#000000ff';
const WHITE = '#ffffffff';
const conflict = '409 text_color cannot be set while auto_text_color is on';

describe('the automatic text colour', () => {
  it.each([
    ['#ffffffff', BLACK],
    ['#000000', WHITE],
    ['#00000000', WHITE],
    ['#FFD54FFF', BLACK],
    ['#767676ff', BLACK],
    ['#757575ff', WHITE],
    ['#404040ff', WHITE],
    ['#0000ffff', WHITE],
  ])('on %s is %s', (background, text) => {
    expect(readableOn(background)).toBe(text);
  });

  it('is on for a note without colours', () => {
    expect(new MemoryCanvas().create(Note)).toMatchObject({ auto_text_color: true, text_color: BLACK });
  });

  it('turns off when a create sends text_color alone', () => {
    const note = new MemoryCanvas().create(Note, { text_color: '#12345678' });
    expect(note).toMatchObject({ auto_text_color: false, text_color: '#12345678' });
  });

  it('is computed and kept when a create turns it off without a colour', () => {
    const note = new MemoryCanvas().create(Note, { auto_text_color: false, background_color: '#000000' });
    expect(note).toMatchObject({ auto_text_color: false, text_color: WHITE, background_color: '#000000' });
  });

  it('refuses text_color together with auto_text_color on', () => {
    const canvas = new MemoryCanvas();
    const body = { auto_text_color: true, text_color: '#112233ff' };
    const note = canvas.create(Note, { auto_text_color: false });
    expect(canvas.refusal(() => canvas.create(Note, body))).toBe(conflict);
    expect(canvas.refusal(() => canvas.patch(Note, note, body))).toBe(conflict);
  });

  it('refuses text_color while it is on, unless the same PATCH turns it off', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    expect(canvas.refusal(() => canvas.patch(Note, note, { text_color: WHITE }))).toBe(conflict);
    const patched = canvas.patch(Note, note, { text_color: '#112233', auto_text_color: false });
    expect(patched).toMatchObject({ auto_text_color: false, text_color: '#112233' });
  });

  it('is not set by the value that is there, or that would be computed', () => {
    const canvas = new MemoryCanvas();
    const read = canvas.create(Note, { auto_text_color: true, text_color: BLACK });
    const darker = canvas.patch(Note, read, { ...read, background_color: '#000000' });
    expect(darker).toMatchObject({ auto_text_color: true, text_color: WHITE });
    expect(canvas.patch(Note, darker, { text_color: WHITE })).toEqual(darker);
    const own = canvas.create(Note, { auto_text_color: false, text_color: '#112233ff' });
    const turnedOn = canvas.patch(Note, own, { auto_text_color: true, text_color: '#112233ff' });
    expect(turnedOn).toMatchObject({ auto_text_color: true, text_color: BLACK });
  });

  it('is frozen when it is turned off alone, and computed again when turned on', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    expect(canvas.patch(Note, note, { auto_text_color: false })).toMatchObject({ auto_text_color: false, text_color: BLACK });
    expect(canvas.patch(Note, note, { background_color: '#000000' })).toMatchObject({ text_color: BLACK });
    expect(canvas.patch(Note, note, { auto_text_color: true })).toMatchObject({ text_color: WHITE });
  });

  it('follows the background while it is on', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    expect(canvas.patch(Note, note, { background_color: '#00000080' })).toMatchObject({ text_color: WHITE });
  });

  it('is judged after the values: 400 before 409', () => {
    const canvas = new MemoryCanvas();
    expect(canvas.refusal(() => canvas.create(Note, { auto_text_color: true, text_color: 'x' }))).toBe(
      '400 Invalid color x: text_color must be #RRGGBB or #RRGGBBAA',
    );
    const both = { auto_text_color: true, text_color: BLACK, parent_id: 'x' };
    expect(canvas.refusal(() => canvas.create(Note, both))).toMatch(/^400 parent_id/);
  });
});
