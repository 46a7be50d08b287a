import { afterEach, expect, it, vi } from 'vitest';
import { initialValues } from '../../../model/field.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { Folder, folderIn, rootFolder } from '../../../model/resources/folder.ts';
import { Grant, grantOf, groupPrincipal, userPrincipal } from '../../../model/resources/grant.ts';
import { MemoryDirectory, made } from '../../../test/kit/memory-directory.ts';
import { mergePermissions } from './merge.ts';
import { readPermissions } from './read.ts';
import { Sharing } from './sharing.ts';

afterEach(() => vi.restoreAllMocks());

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

/** A number of users, a tenth as many groups with a share of the users each, and a canvas that is shared with all of them. */
function shared(count: number): MemoryDirectory {
  const users = numbers(1000, count);
  const groups = numbers(1000, count / 10);
  return new MemoryDirectory([
    made(Folder, rootFolder('root')),
    made(Folder, folderIn('root', 'folder', '')),
    made(Canvas, canvasIn('folder', 'canvas', '', '')),
    made(Grant, grantOf('folder', groupPrincipal(1), 'view')),
    ...groups.flatMap((id) => [
      made(Group, { ...initialValues(Group.fields), id, name: `group ${id}` }),
      made(Grant, grantOf('canvas', groupPrincipal(id), id % 2 === 0 ? 'owner' : 'edit')),
    ]),
    ...users.flatMap((id) => [
      made(User, { ...initialValues(User.fields), id, name: `user ${id}`, email: `${id}@corp.example` }),
      made(Member, { id: `m${id}`, group_id: 1000 + (id % groups.length), user_id: id, given_by: '' }),
      made(Grant, grantOf('canvas', userPrincipal(id), 'edit')),
    ]),
  ]);
}

/** Steps for what a POST by an editor comes to that bars every user and lowers half of the groups. */
function stepsFor(count: number): number {
  let steps = 0;
  const counted = <T extends object>(one: T): T =>
    new Proxy(one, {
      get(target, name) {
        steps++;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const looks = vi.spyOn(Map.prototype, 'get').mockClear();
  const directory = counted(shared(count).directory);
  const body = {
    users: numbers(1000, count).map((id) => ({ id, permission: 'none' })),
    groups: numbers(1000, count / 10).flatMap((id) => (id % 2 === 0 ? [] : [{ id, permission: 'view' }])),
  };
  const sharing = new Sharing(directory, 'canvas');
  const without = (...asked: Parameters<Sharing['accessWith']>) => sharing.accessWith(...asked);
  const present = { explicit: sharing.before, inherited: sharing.inherited, without };
  const after = mergePermissions(present, readPermissions(body, directory).entries.map(counted));
  sharing.refuseOwnHome(after);
  sharing.refuseOwners(after);
  sharing.refuseLosingLastOwner(after);
  expect(sharing.changed(after)).toHaveLength(count + count / 20);
  return steps + looks.mock.calls.length;
}

it('takes ten times as many steps for ten times as many entries on a canvas that is shared with ten times as many', () => {
  // Were every entry compared with every other, it would be a hundred times
  expect(stepsFor(1000) / stepsFor(100)).toBeLessThan(12);
});

it('reads a body that names one user for ever as one entry, and looks that user up once', () => {
  const { directory } = shared(10);
  const looked: unknown[] = [];
  const get: typeof directory.get = (kind, id) => {
    looked.push(id);
    return directory.get(kind, id);
  };
  const users = numbers(0, 100_000).map((at) => ({ id: 1003, permission: at % 2 === 0 ? 'owner' : 'view' }));
  const { entries } = readPermissions({ users }, Object.assign(Object.create(directory), { get }));
  expect([entries, looked]).toEqual([[{ principal: 'user:1003', permission: 'view', inherited: undefined }], [1003]]);
});
