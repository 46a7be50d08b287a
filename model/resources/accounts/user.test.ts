import { expect, test } from 'vitest';
import { finish, MemoryWriter } from '../../../test/kit/memory-writer.ts';
import { initialValues } from '../../field.ts';
import { insertRecord, updateRecord } from '../../writing.ts';
import { ServerConfig } from '../config/server-config.ts';
import { Folder, rootFolder } from '../folder.ts';
import { refuseLosingLastAdministrator, User } from './user.ts';

const sam: User = {
  ...initialValues(User.fields),
  id: 1004,
  name: 'Sam',
  email: 'Sam@corp.example',
  approved: true,
  email_confirmed: true,
  password_hash: 'one',
};
const boss: User = { ...sam, id: 1000, name: 'admin', email: 'admin@corp.example', admin: true };

const directory = (...users: User[]): MemoryWriter => {
  const writer = new MemoryWriter('directory');
  writer.insert(Folder, rootFolder('5b0c9f6e-7d1a-4c38-9f27-2f4f6f0c1d11'));
  for (const user of users) finish(insertRecord(User, { ...user }, ['approved'], writer));
  return writer;
};

const change = (writer: MemoryWriter, user: User, values: Partial<User>): void =>
  finish(updateRecord(User, { ...user, ...values }, user, Object.keys(values), writer));

const lines = (before: User | undefined, after: User | undefined): string[] => {
  const audited = User.audit!.changed(before, after, false, directory());
  return audited.map((line) => `${line.action} ${line.target_id} ${line.target_name} ${JSON.stringify(line.details ?? {})}`);
};

test('creation and deletion are audited with the name of that time', () => {
  expect(lines(undefined, sam)).toEqual(['User created 1004 Sam {}']);
  expect(lines(sam, undefined)).toEqual(['User deleted 1004 Sam {}']);
});

test.each<[Partial<User>, string]>([
  [{ blocked: true }, 'User blocked'],
  [{ password_hash: 'two' }, 'Password changed'],
])('%o is told as %s', (values, action) => {
  expect(lines(sam, { ...sam, ...values })).toEqual([`${action} 1004 Sam {}`]);
});

test('unblocking, approving and confirming have actions of their own', () => {
  const fresh = { ...sam, blocked: true, approved: false, email_confirmed: false };
  const actions = ['User unblocked', 'User approved', 'Email confirmed'];
  expect(lines(fresh, sam)).toEqual(actions.map((action) => `${action} 1004 Sam {}`));
});

test('an update names its fields, and a password set with it has its own entry', () => {
  expect(lines(sam, { ...sam, name: 'Samuel', admin: true, password_hash: 'two' })).toEqual([
    'User updated 1004 Samuel {"changed":["name","admin"]}',
    'Password changed 1004 Samuel {}',
  ]);
});

test('a login alone gets no audit line from the user', () => {
  expect(lines(sam, { ...sam, last_login: '2026-02-10T07:01:44.902Z' })).toEqual([]);
});

test('no entry holds a password hash', () => {
  expect(JSON.stringify(lines(sam, { ...sam, password_hash: 'secret', name: 'x' }))).not.toContain('secret');
});

test('a user comes with a home, and the home follows its name', () => {
  const writer = directory(sam);
  expect(writer.get(Folder, '1004')).toMatchObject({ name: 'Sam' });
  expect(writer.get(Folder, 'trash.1004')).toMatchObject({ name: 'Trash', folder_id: '1004' });
  change(writer, sam, { name: 'Samuel' });
  expect(writer.get(Folder, '1004')).toMatchObject({ name: 'Samuel' });
});

test('an address is taken whatever its case, and keeps the case it was sent in', () => {
  const writer = directory(boss, sam);
  expect(() => change(writer, boss, { email: 'SAM@CORP.example' })).toThrow('Email is already in use');
  expect(writer.get(User, 1004)?.email).toBe('Sam@corp.example');
  change(writer, sam, { email: 'sam@CORP.example' });
  expect(writer.get(User, 1004)?.email).toBe('sam@CORP.example');
});

test('approval is not taken back', () => {
  expect(() => change(directory(boss, sam), sam, { approved: false })).toThrow('approved can only change from false to true');
});

test('a new account is approved unless an administrator must do it', () => {
  const writer = directory();
  finish(insertRecord(User, { ...sam, approved: false }, [], writer));
  expect(writer.get(User, 1004)?.approved).toBe(true);
  writer.insert(ServerConfig, { id: 'server-config', values: { 'authentication.require_admin_approval': true } });
  finish(insertRecord(User, { ...sam, id: 1005, email: 'x@corp.example' }, [], writer));
  expect(writer.get(User, 1005)?.approved).toBe(false);
});

test.each<[string, Partial<User>]>([
  ['loses the role', { admin: false }],
  ['is blocked', { blocked: true }],
])('the last administrator never %s', (_, values) => {
  expect(() => change(directory(boss, sam), boss, values)).toThrow('Cannot remove the last administrator');
  change(directory(boss, { ...sam, admin: true }), boss, values);
});

test('the last administrator is not deleted; one who is blocked does not count', () => {
  const blocked = { ...sam, admin: true, blocked: true };
  const writer = directory(boss, blocked);
  expect(() => refuseLosingLastAdministrator(writer, boss, undefined)).toThrow('Cannot remove the last administrator');
  expect(() => refuseLosingLastAdministrator(writer, blocked, undefined)).not.toThrow();
});
