import { describe, expect, test } from 'vitest';
import { widgetKinds } from '../../../../model/widgets/index.ts';
import { en } from '../../../../texts/en/panels/index.ts';
import type { Item } from '../../../live/board.ts';
import { editingByType } from '../../by-type.ts';
import { labelOf } from './labels.ts';
import { bodyOf, rowsOf, sharedValue } from './rows.ts';

const item = (widget: object): Item => ({ widget }) as unknown as Item;
const placed = { location: { x: 1, y: 2 }, size: { width: 3, height: 4 }, scale: 1, depth: 1, pinned: false, parent_id: 'root' };
const note = item({ ...placed, widget_type: 'Note', text: 'a', auto_text_color: true });
const pathsOf = (...items: Item[]): string[] => rowsOf(items).map(({ path }) => path);

describe('rows of properties', () => {
  test('are the fields of the type, then its place', () =>
    expect(pathsOf(note).slice(0, 4)).toEqual(['text', 'title', 'background_color', 'auto_text_color']));

  test('leave out a colour of letters that follows the paper', () => {
    expect(pathsOf(note)).not.toContain('text_color');
    expect(pathsOf(item({ ...note.widget, auto_text_color: false }))).toContain('text_color');
  });

  test('leave out the place of what is pinned', () => {
    const pinned = pathsOf(item({ ...note.widget, pinned: true }));
    expect(pathsOf(note)).toEqual(expect.arrayContaining(['location.x', 'size.height', 'scale', 'parent_id', 'pinned']));
    expect(pinned.filter((path) => /^(location|size|scale|parent_id)/.test(path))).toEqual([]);
    expect(pinned).toContain('pinned');
  });

  test('of several are what they have in common', () => {
    const table = item({ ...placed, widget_type: 'Table', title: '' });
    expect(pathsOf(note, table).slice(0, 3)).toEqual(['title', 'location.x', 'location.y']);
  });

  test('show a value only where it is the same', () => {
    const other = item({ ...note.widget, text: 'b' });
    expect(sharedValue([note, other], 'text')).toBeUndefined();
    expect(sharedValue([note, other], 'size.width')).toBe(3);
  });

  test('write one part of a value', () =>
    expect(bodyOf('dst.rel_location.x', 0.5)).toEqual({ dst: { rel_location: { x: 0.5 } } }));

  test('have every field that people may write, of every type', () => {
    const missing = widgetKinds.flatMap(({ name, fields }) => {
      const known = (editingByType as Readonly<Record<string, { fields: readonly (readonly [string, string])[] }>>)[name];
      const rows = new Set(known?.fields.map(([field]) => field));
      const common = ['parent_id', 'location', 'size', 'scale', 'depth', 'pinned'];
      const writable = Object.entries(fields).filter(([, { word }]) => word === 'editable' || word === 'required');
      return known ? writable.flatMap(([field]) => (rows.has(field) || common.includes(field) ? [] : [`${name}.${field}`])) : [];
    });
    expect(missing).toEqual([]);
  });

  test('have a text, of every type', () => {
    const open = { ...placed, auto_text_color: false, src: { auto_location: false }, dst: { auto_location: false } };
    const rows = widgetKinds.flatMap(({ name }) =>
      pathsOf(item({ ...open, widget_type: name })).map((path) => [name, path] as const),
    );
    expect(rows).toContainEqual(['Connector', 'dst.rel_location.y']);
    expect(rows.filter(([, path]) => labelOf(path, en) === undefined)).toEqual([]);
  });
});
