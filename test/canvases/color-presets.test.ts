import { beforeAll, expect, test } from 'vitest';
import { actions } from '../kit/audited.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { refused } from '../kit/places.ts';

const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;
let path: string;
beforeAll(async () => {
  path = `${await easel.canvas(ann, { name: 'wall' })}/color-presets`;
});

const six = ['#1f4e79ff', '#2e86c1ff', '#17a589ff', '#7d3c98ff', '#ca6f1eff', '#c0392bff'];
const first = {
  annotation: six,
  connector: six,
  note_background: ['#fef3c7ff', '#d1fae5ff', '#dbeafeff', '#ede9feff', '#fee2e2ff', '#f1f5f9ff'],
  note_text: [],
  state: 'normal',
};

test('the presets are four lists with their defaults, each replaced as a whole', async () => {
  expect(ok(await ann.get(path))).toEqual(first);
  const changed = ok(await ann.patch(path, { annotation: [], note_text: ['#ABCDEF', '#12345678'], connector: null, other: 5 }));
  expect(changed).toEqual({ ...first, annotation: [], note_text: ['#ABCDEF', '#12345678'] });
  expect(Object.keys(changed)).toEqual(Object.keys(first));
  expect(ok(await ann.get(path))).toEqual(changed);
});

test('they are a stream', async () => {
  const other = `${await easel.canvas(ann)}/color-presets`;
  const stream = await ann.watch(other);
  expect(await stream.next()).toEqual(first);
  const changed = ok(await ann.patch(other, { note_text: ['#112233'] }));
  expect(await stream.next()).toEqual(changed);
});

test('a change is audited and moves modified_at; nothing new is nothing', async () => {
  easel.clock.advance(1000);
  const patch = () => ann.patch(path, { connector: ['#000000'] });
  expect(await actions(easel, patch)).toEqual(['Canvas color presets changed: wall']);
  expect(ok(await ann.get(path.replace('/color-presets', ''))).modified_at).toBe('2026-01-01T00:00:01.000Z');
  await easel.unchanged(patch);
});

test.each<[string, unknown]>([
  ['400 annotation must be an array', { annotation: '#000000' }],
  ['400 Invalid color red: note_text[1] must be #RRGGBB or #RRGGBBAA', { note_text: ['#000000', 'red'] }],
  ['400 Invalid color 5: connector[0] must be #RRGGBB or #RRGGBBAA', { connector: [5] }],
  ['400 Invalid color null: connector[0] must be #RRGGBB or #RRGGBBAA', { connector: [null] }],
  ['400 note_text must have at most 1000 colors', { note_text: Array(1001).fill('#000000') }],
])('refuses with %s', async (expected, body) => {
  expect(await refused(easel, () => ann.patch(path, body))).toBe(expected);
});

test('are not read by link, and not one by one', async () => {
  await ann.post(path.replace('color-presets', 'permissions'), { link_permission: 'edit' });
  expect(await refused(easel, () => easel.anonymous.get(path))).toBe('401 Unauthorized');
  expect(await refused(easel, () => ann.get(`${path}/annotation`))).toBe('404 Unknown object type annotation');
});
