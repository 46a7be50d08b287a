import { expect, test } from 'vitest';
import { fitting, type Known } from './directory.ts';
import { levelsFor, type Permissions, patched, patchFor, rightsOf, summaryOf } from './grants.ts';
import { linkOf } from './link.ts';

const now: Permissions = {
  editors_can_share: true,
  link_permission: 'none',
  users: [
    { id: 7, permission: 'owner', inherited: false },
    { id: 8, permission: 'edit', inherited: true },
  ],
  groups: [{ id: 5, permission: 'view', inherited: false }],
};
const owner = { mayShare: true, isOwner: true };
const editor = { mayShare: true, isOwner: false };

test('somebody new has an entry at once', () =>
  expect(patched(now, patchFor({ kind: 'user', id: 3 }, 'view')).users[0]).toEqual({
    id: 3,
    permission: 'view',
    inherited: false,
  }));

test('no access takes an entry away, but bars whom a folder above lets in', () => {
  expect(patched(now, patchFor({ kind: 'group', id: 5 }, 'none')).groups).toEqual([]);
  expect(patched(now, patchFor({ kind: 'user', id: 8 }, 'none')).users[1]).toEqual({
    id: 8,
    permission: 'none',
    inherited: false,
  });
});

test('settings change alone', () =>
  expect(patched(now, { link_permission: 'view' })).toEqual({ ...now, link_permission: 'view' }));

test('owners and administrators may share, editors while they are allowed to, viewers never', () => {
  const may = (access: 'view' | 'edit' | 'owner', admin = false, on = true) =>
    rightsOf(access, admin, { ...now, editors_can_share: on }).mayShare;
  expect([may('view'), may('edit'), may('edit', false, false), may('owner', false, false), may('edit', true, false)]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
});

test('only owners make owners, and change what owners may do', () => {
  expect(levelsFor(now.users[0]!, owner)).toEqual(['view', 'edit', 'owner']);
  expect(levelsFor(now.users[0]!, editor)).toEqual(['owner']);
  expect(levelsFor(now.users[1]!, editor)).toEqual(['none', 'view', 'edit']);
  expect(levelsFor(now.groups[0]!, { mayShare: false, isOwner: false })).toEqual(['view']);
});

test('who can see it is counted without those who are barred and without the guest', () => {
  const users = [
    ...now.users,
    { id: 9, permission: 'none' as const, inherited: false },
    { id: 100, permission: 'view' as const, inherited: false },
  ];
  expect(summaryOf({ ...now, users })).toEqual({ people: 2, groups: 1, everybody: false, link: false });
  expect(summaryOf({ ...now, groups: [{ id: 1, permission: 'view', inherited: true }], link_permission: 'edit' })).toMatchObject({
    everybody: true,
    link: true,
  });
});

test('people are found by the beginning of any of their names, by address, and best first', () => {
  const known: Known[] = [
    { kind: 'user', id: 1, name: 'Olaf Kim', email: 'olaf@x.example' },
    { kind: 'user', id: 2, name: 'Kim Ödegard', email: 'k@x.example' },
    { kind: 'user', id: 100, name: 'Kiosk guest', email: '' },
    { kind: 'group', id: 3, name: 'Kitchen', email: '' },
  ];
  const found = (typed: string, left?: number) => fitting(known, typed, ({ id }) => id === left).map(({ id }) => id);
  expect([found('ki'), found('ode'), found('olaf@'), found('ki', 2), found('zz')]).toEqual([[2, 3, 1], [2], [1], [3, 1], []]);
});

test('a link begins with the address that others use', () => {
  expect(linkOf('c', 'https://easel.example/', 'http://127.0.0.1')).toBe('https://easel.example/open/c');
  expect(linkOf('c', '', 'http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080/open/c');
});
