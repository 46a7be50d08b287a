import { expect, test } from 'vitest';
import type { Permission } from '../../../model/resources/permission.ts';
import { conflictsOf, freeName } from '../deeds/conflicts.ts';
import type { ListedCanvas, ListedFolder } from './listed.ts';
import { offersFor, offersForAll, takesMore } from './offers.ts';
import { contentsOf, placeAt } from './places.ts';
import { treeOf } from './tree.ts';

const folder = (id: string, folder_id: string, more: Partial<ListedFolder> = {}): ListedFolder => ({
  id,
  folder_id,
  name: id,
  access: 'owner',
  in_trash: false,
  state: 'normal',
  ...more,
});
const canvas = (id: string, folder_id: string, more: Partial<ListedCanvas> = {}): ListedCanvas => ({
  ...folder(id, folder_id),
  mode: 'normal',
  asset_size: 0,
  preview_hash: '',
  created_at: '',
  modified_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const mapOf = <T extends { readonly id: string }>(some: readonly T[]): ReadonlyMap<string, T> =>
  new Map(some.map((one) => [one.id, one]));

const folders = mapOf([
  folder('root', '', { access: 'view', name: '' }),
  folder('7', 'root', { name: 'Kim' }),
  folder('trash.7', '7', { name: 'Trash' }),
  folder('plans', '7'),
  folder('archive', 'plans'),
  folder('8', 'root', { access: 'edit', name: 'Zoe' }),
  folder('lent', 'unseen', { access: 'edit' }),
]);
const canvases = mapOf([
  canvas('mine', '7'),
  canvas('deep', 'archive'),
  canvas('lost', 'trash.7', { in_trash: true }),
  canvas('given', '9'),
]);
const tree = treeOf(folders, '7', (a, b) => a.localeCompare(b));
const visible = { folders, canvases, stars: new Set(['deep', 'lost']), recent: [] };
const kim = { id: 7, admin: false };
const idsAt = (part: string | undefined, sought = '') => {
  const found = contentsOf(placeAt(part, 7), sought, visible, 7);
  return [...found.folders, ...found.canvases].map(({ id }) => id);
};

test('a path begins at the home, without the root', () => {
  expect(tree.pathTo('archive').map(({ id }) => id)).toEqual(['7', 'plans', 'archive']);
  expect(tree.pathTo('nowhere')).toEqual([]);
});

test('the trash is a place of its own, not a folder in the home', () =>
  expect(tree.childrenOf('7').map(({ id }) => id)).toEqual(['plans']));

test('what is shared begins where the folder above is not seen, and at homes of others', () =>
  expect(tree.shared.map(({ id }) => id)).toEqual(['lent', '8']));

test('a folder is within itself and within all above it', () =>
  expect([tree.isWithin('archive', 'plans'), tree.isWithin('plans', 'plans'), tree.isWithin('plans', 'archive')]).toEqual([
    true,
    true,
    false,
  ]));

test('a circle of folders, which a tree may hold for a moment, ends', () => {
  const circle = treeOf(mapOf([folder('a', 'b'), folder('b', 'a')]), '7', () => 0);
  expect(circle.pathTo('a')).toHaveLength(2);
});

test('every place shows what belongs to it', () => {
  expect(idsAt(undefined)).toEqual(['plans', 'mine', 'deep', 'given']);
  expect(idsAt('starred')).toEqual(['deep']);
  expect(idsAt('7')).toEqual(['plans', 'mine']);
  expect(idsAt('shared')).toEqual(['8', 'lent', 'given']);
  expect(idsAt('trash.7')).toEqual(['lost']);
});

test('searching looks into every folder, and into the trash only from there', () => {
  expect(idsAt('7', 'DEE')).toEqual(['deep']);
  expect(idsAt(undefined, 'lost')).toEqual([]);
  expect(idsAt('trash.7', 'lost')).toEqual(['lost']);
});

test.each<[Permission, readonly string[]]>([
  ['view', ['open', 'share', 'copy']],
  ['edit', ['open', 'share', 'rename', 'copy', 'demo']],
  ['owner', ['open', 'share', 'rename', 'move', 'copy', 'demo', 'trash']],
])('who may %s a canvas is offered just that', (access, offered) =>
  expect([...offersFor(canvas('a', '7', { access }), kim)]).toEqual(offered),
);

test('administrators are offered what owners are', () =>
  expect(offersFor(canvas('a', '7', { access: 'edit' }), { id: 1, admin: true })).toContain('trash'));

test('in the trash things are brought back or deleted', () =>
  expect([...offersFor(canvas('a', 'trash.7', { in_trash: true }), kim)]).toEqual([
    'open',
    'share',
    'rename',
    'restore',
    'delete',
  ]));

test('a home can be shared and nothing else, a trash not even that', () => {
  expect([...offersFor(folders.get('7')!, kim)]).toEqual(['open', 'share']);
  expect([...offersFor(folders.get('trash.7')!, kim)]).toEqual(['open']);
});

test('for several things is offered what each of them allows', () => {
  const some = [canvas('a', '7'), canvas('b', '7', { access: 'view' })];
  expect([...offersForAll(some, kim)]).toEqual(['copy']);
  expect(offersForAll([], kim).size).toBe(0);
});

test('new things go where the person may edit, never into the root or a trash', () => {
  const takes = (id: string) => takesMore(folders.get(id), kim);
  expect(['root', '7', 'trash.7', 'lent', 'nowhere'].map(takes)).toEqual([false, true, false, true, false]);
});

test('only the same kind with the same name is in the way', () => {
  const all = [
    canvas('b', 'x', { name: 'a' }),
    folder('c', 'x', { name: 'a' }),
    canvas('d', 'x', { name: 'A' }),
    canvas('e', 'y', { name: 'a' }),
  ];
  expect(conflictsOf(canvas('a', '7'), 'x', all).map(({ id }) => id)).toEqual(['b']);
});

test('a free name counts on, and stays within what the server takes', () => {
  const all = [canvas('b', 'x', { name: 'Plan' }), canvas('c', 'x', { name: 'Plan (1)' })];
  expect(freeName(canvas('a', '7', { name: 'Plan (1)' }), 'x', all)).toBe('Plan (2)');
  expect(freeName(canvas('a', '7', { name: 'x'.repeat(255) }), 'x', [])).toHaveLength(255);
});
