import { describe, expect, test } from 'vitest';
import { editable, readonly } from './field.ts';
import { fieldsByPath, groupsAnswer, groupsPatch, readGroups, valuesOf } from './field-groups.ts';
import { Schema } from './json-schema.ts';
import { Bool, Text } from './types.ts';

const groups = {
  name: editable(Text(), 'Easel'),
  mail: { host: editable(Text(), '', { audience: 'administrators' }) },
  door: { open: editable(Bool, true), address: readonly(Text(), '') },
};

describe('fields in groups', () => {
  test('have paths', () => expect(Object.keys(fieldsByPath(groups))).toEqual(['name', 'mail.host', 'door.open', 'door.address']));

  test('become an object of objects, without groups that have no value', () => {
    expect(valuesOf(groups, (_, { initial }) => initial())).toEqual({
      name: 'Easel',
      mail: { host: '' },
      door: { open: true, address: '' },
    });
    expect(valuesOf(groups, (path) => (path === 'door.open' ? path : undefined))).toEqual({ door: { open: 'door.open' } });
  });

  test('are required in an answer where everybody sees them, and a PATCH may hold those that are editable', () => {
    expect(Schema.Object(groupsAnswer(groups))).toMatchObject({
      required: ['name', 'door'],
      properties: { mail: { type: 'object' }, door: { required: ['open', 'address'] } },
    });
    expect(JSON.stringify(groupsPatch(groups))).not.toContain('address');
  });

  test('are read from a body that may leave any of them out', () => {
    expect(readGroups(groups, { name: 'Wall', mail: null, door: { open: null, address: 'https://a.example' }, odd: 1 })).toEqual({
      name: 'Wall',
    });
    expect(readGroups(groups, { door: { open: false } })).toEqual({ 'door.open': false });
  });

  test.each([
    [{ door: [] }, 'door must be an object'],
    [{ door: { open: 1 } }, 'door.open must be'],
    [{ mail: 'smtp' }, 'mail must be an object'],
  ])('refuse %j', (body, says) => expect(() => readGroups(groups, body)).toThrow(says));
});
