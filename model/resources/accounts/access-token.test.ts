import { expect, test } from 'vitest';
import { finish, MemoryWriter } from '../../../test/kit/memory-writer.ts';
import { initialValues } from '../../field.ts';
import { insertRecord, updateRecord } from '../../writing.ts';
import { AccessToken } from './access-token.ts';

const robot: AccessToken = { ...initialValues(AccessToken.fields), id: 'tk', user_id: 1004, hash: 'secret' };

const created = (values: Partial<AccessToken>): AccessToken => {
  const writer = new MemoryWriter('directory');
  finish(insertRecord(AccessToken, { ...robot, ...values }, Object.keys(values), writer));
  return writer.get(AccessToken, 'tk')!;
};

const patched = (values: Partial<AccessToken>): AccessToken => {
  const writer = new MemoryWriter('directory');
  const before = { ...robot, name: 'name', description: 'description' };
  writer.insert(AccessToken, before);
  finish(updateRecord(AccessToken, { ...before, ...values }, before, Object.keys(values), writer));
  return writer.get(AccessToken, 'tk')!;
};

test('on create, a name or description that is missing or empty copies the other', () => {
  expect(created({ name: 'a' })).toMatchObject({ name: 'a', description: 'a' });
  expect(created({ description: 'b' })).toMatchObject({ name: 'b', description: 'b' });
  expect(created({ name: '', description: 'b' })).toMatchObject({ name: 'b', description: 'b' });
  expect(created({ name: 'a', description: 'b' })).toMatchObject({ name: 'a', description: 'b' });
  expect(() => created({})).toThrow('name or description is required');
});

test('a PATCH with one sets both, with both sets each, and cannot empty either', () => {
  expect(patched({ name: 'a' })).toMatchObject({ name: 'a', description: 'a' });
  expect(patched({ description: 'b' })).toMatchObject({ name: 'b', description: 'b' });
  expect(patched({ name: 'a', description: 'b' })).toMatchObject({ name: 'a', description: 'b' });
  expect(patched({})).toMatchObject({ name: 'name', description: 'description' });
  expect(() => patched({ name: '' })).toThrow('name and description must not be empty');
});

test('audit names the token and its user, writes nothing when the user is deleted, and never shows the secret', () => {
  const view = new MemoryWriter('directory');
  const { changed } = AccessToken.audit!;
  const [line] = changed(undefined, { ...robot, name: 'a' }, false, view);
  expect(line).toEqual({
    action: 'Access token created',
    target_type: 'access_token',
    target_id: 'tk',
    target_name: 'a',
    details: { user_id: 1004 },
  });
  expect(changed(robot, undefined, true, view)).toEqual([]);
  expect(changed(robot, undefined, false, view)).toMatchObject([{ action: 'Access token deleted' }]);
  expect(JSON.stringify(line)).not.toContain('secret');
});
