import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../model/resources/permission.ts';
import type { Grants } from '../../access/authorization/inherited-grants.ts';
import { mergePermissions } from './merge.ts';
import type { SentEntry } from './read.ts';

const sent = (principal: SentEntry['principal'], permission: Permission, inherited?: boolean): SentEntry => ({
  principal,
  permission,
  inherited,
});

interface Given {
  readonly explicit?: Grants;
  readonly inherited?: Grants;
  /** What the groups of every user give. */
  readonly groups?: Permission;
}

function merged({ explicit = new Map(), inherited = new Map(), groups = 'none' }: Given, ...entries: SentEntry[]) {
  return Object.fromEntries(mergePermissions({ explicit, inherited, without: () => groups }, entries));
}

describe('merging permission entries (interface/canvases 4.3)', () => {
  const owner: Grants = new Map([['user:1007', 'owner']]);

  it('keeps principals that are not named', () => {
    expect(merged({ explicit: owner })).toEqual({ 'user:1007': 'owner' });
    expect(merged({ explicit: owner }, sent('group:1', 'view'))).toEqual({ 'user:1007': 'owner', 'group:1': 'view' });
  });

  it('takes the last of two entries of one principal', () => {
    expect(merged({}, sent('user:1', 'view'), sent('user:1', 'edit'))).toEqual({ 'user:1': 'edit' });
  });

  it('removes an entry by none where nothing is inherited', () => {
    expect(merged({ explicit: new Map([['user:1', 'edit']]) }, sent('user:1', 'none'))).toEqual({});
    expect(merged({}, sent('group:1', 'none'))).toEqual({});
  });

  it('keeps none as a bar where something is inherited', () => {
    expect(merged({ inherited: new Map([['user:1', 'view']]) }, sent('user:1', 'none'))).toEqual({ 'user:1': 'none' });
  });

  it('keeps none as a bar for a user who would have access by a group', () => {
    expect(merged({ groups: 'edit' }, sent('user:1', 'none'))).toEqual({ 'user:1': 'none' });
    expect(merged({ groups: 'edit' }, sent('group:1', 'none'))).toEqual({});
  });

  it('drops an override by inherited true with the inherited level, and only then', () => {
    const given: Given = { explicit: new Map([['user:1', 'none']]), inherited: new Map([['user:1', 'edit']]) };
    expect(merged(given, sent('user:1', 'edit', true))).toEqual({});
    expect(merged(given, sent('user:1', 'edit', false))).toEqual({ 'user:1': 'edit' });
    expect(merged(given, sent('user:1', 'edit'))).toEqual({ 'user:1': 'edit' });
    expect(merged(given, sent('user:1', 'view', true))).toEqual({ 'user:1': 'view' });
  });

  it('changes nothing by a body that repeats the answer, a bar without anything to bar included', () => {
    const given: Given = { explicit: new Map([['user:1', 'none']]), inherited: new Map([['user:2', 'edit']]) };
    expect(merged(given, sent('user:1', 'none', false), sent('user:2', 'edit', true))).toEqual({ 'user:1': 'none' });
  });
});
