import { expect, it } from 'vitest';
import { copiesAsIs, copyOf } from './copying.ts';
import { initialValues } from './field.ts';
import { kinds } from './resources/index.ts';
import { isWidget } from './widgets/common.ts';
import { Connector } from './widgets/connector.ts';
import { Note } from './widgets/note.ts';
import { RdpConnection } from './widgets/rdp-connection.ts';

const ids = new Map([
  ['a', 'A'],
  ['b', 'B'],
]);
const to = (id: string): string => ids.get(id) ?? id;
const copying = { to, clone: false, now: '2026-01-01T00:00:00.000Z' };

it('gives new ids to the record and to all the records it names, and leaves texts alone', () => {
  const note = { ...initialValues(Note.fields), id: 'a', parent_id: 'b', text: 'a', title: 'b' };
  expect(copyOf(Note, note, copying)).toMatchObject({ id: 'A', parent_id: 'B', text: 'a', title: 'b' });
  const end = { rel_location: { x: 0, y: 1 }, auto_location: false, tip: 'none' } as const;
  const line = { ...initialValues(Connector.fields), id: 'c', src: { id: 'a', ...end }, dst: { id: 'b', ...end } };
  expect(copyOf(Connector, line, copying)).toEqual({ ...line, src: { id: 'A', ...end }, dst: { id: 'B', ...end } });
  expect(line.src.id).toBe('a');
});

it('resets the fields that a copy, or a clone, does not keep', () => {
  const rdp = { ...initialValues(RdpConnection.fields), id: 'a', title: 'kept', host_id: 'wall', content_id: 'rdp-7f31' };
  expect(copyOf(RdpConnection, rdp, copying)).toMatchObject({ title: 'kept', host_id: '', content_id: '' });
  const note = { ...initialValues(Note.fields), id: 'a', uploaded: true as const };
  expect(copyOf(Note, note, copying).uploaded).toBe(true);
  expect(copyOf(Note, note, { ...copying, clone: true }).uploaded).toBeUndefined();
});

it('computes the automatic text colour anew', () => {
  const note = { ...initialValues(Note.fields), id: 'a', background_color: '#000000', text_color: '#123456' };
  expect(copyOf(Note, note, copying).text_color).toBe('#ffffffff');
  expect(copyOf(Note, { ...note, auto_text_color: false }, copying).text_color).toBe('#123456');
});

it('knows the kinds whose copies under the same ids equal the record itself', () => {
  expect([copiesAsIs(Connector), copiesAsIs(RdpConnection), copiesAsIs(Note)]).toEqual([true, false, false]);
});

it.each(kinds.filter(isWidget).map((kind) => [kind.name, kind] as const))('replaces the id and the parent of a %s', (_, kind) => {
  const record = { ...initialValues(kind.fields), src: { id: '' }, dst: { id: '' }, id: 'a', parent_id: 'b' };
  const copy = copyOf(kind, record, copying);
  expect([copy.id, kind.widget.placed ? copy.parent_id : 'B']).toEqual(['A', 'B']);
});
