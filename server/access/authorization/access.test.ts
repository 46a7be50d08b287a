import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialValues } from '../../../model/field.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { Folder, folderIn, rootFolder } from '../../../model/resources/folder.ts';
import { Grant, grantOf, type Principal } from '../../../model/resources/grant.ts';
import { type Permission, permissions } from '../../../model/resources/permission.ts';
import { type Made, MemoryDirectory, made } from '../../../test/kit/memory-directory.ts';
import { NOT_NARROWED } from '../narrowing.ts';
import { type Access, type AccessActor, accessOver, createAccess } from './access.ts';

const user = (id: number, admin = false): Made =>
  made(User, { ...initialValues(User.fields), id, name: `user ${id}`, email: `${id}@example.org`, admin });
const folder = (id: string, parent: string): Made => made(Folder, folderIn(parent, id, id));
const canvas = (id: string, parent: string, link: Canvas['link_permission'] = 'none'): Made =>
  made(Canvas, { ...canvasIn(parent, id, id, '2026-01-01T00:00:00.000Z'), link_permission: link });
const grant = (object: string, principal: Principal, permission: Permission): Made =>
  made(Grant, grantOf(object, principal, permission));
const member = (group: number, of: number): Made =>
  made(Member, { id: `${group}/${of}`, group_id: group, user_id: of, given_by: '' });
const as = (id: number): AccessActor => ({ id, credential: 'permanent', narrowing: NOT_NARROWED });

const A = 1001;
const B = 1002;
const D = 1003;
const ADMIN = 1000;

/** Folder F, which A owns and B may edit, holds canvas C, which B made. */
const shared = (...more: readonly Made[]): MemoryDirectory =>
  new MemoryDirectory([
    ...[A, B, D].map((id) => user(id)),
    user(ADMIN, true),
    [Folder, rootFolder('root')],
    folder('F', 'root'),
    canvas('C', 'F'),
    grant('F', `user:${A}`, 'owner'),
    grant('F', `user:${B}`, 'edit'),
    grant('C', `user:${B}`, 'owner'),
    ...more,
  ]);

describe('effective access, the table of interface/canvases 4.2', () => {
  it.each<[string, Made[], number, Permission]>([
    ['the owner of the folder', [], A, 'owner'],
    ['the creator of the canvas', [], B, 'owner'],
    ['somebody else', [], D, 'none'],
    ['All Users may edit the folder', [grant('F', 'group:1', 'edit')], D, 'edit'],
    ['and one is barred from the canvas', [grant('F', 'group:1', 'edit'), grant('C', `user:${D}`, 'none')], D, 'none'],
    ['one is barred beside the group', [grant('F', `user:${D}`, 'none'), grant('F', 'group:1', 'edit')], D, 'none'],
    ['a nearer group entry raises', [grant('F', `user:${D}`, 'view'), grant('C', 'group:1', 'edit')], D, 'edit'],
    ['a nearer entry of the same group replaces', [grant('F', 'group:1', 'edit'), grant('C', 'group:1', 'view')], D, 'view'],
    ['an administrator has at least edit', [], ADMIN, 'edit'],
    ['and more when given', [grant('C', `user:${ADMIN}`, 'owner')], ADMIN, 'owner'],
  ])('%s', (_, more, id, expected) => {
    expect(createAccess(shared(...more)).own(as(id), 'C')).toBe(expected);
  });

  it('gives at least what the link gives when the canvas is asked by its id, and does not list it', () => {
    const access = createAccess(shared(canvas('L', 'F', 'view')));
    expect([access.reached(as(D), 'L'), access.own(as(D), 'L'), access.reached(as(A), 'L')]).toEqual(['view', 'none', 'owner']);
  });

  it('gives nobody without a credential more than the link, whatever All Users and the Guest were given', () => {
    const access = createAccess(shared(canvas('L', 'F', 'view'), grant('L', 'group:1', 'edit'), grant('L', 'user:100', 'owner')));
    const guest: AccessActor = { id: 100, credential: 'none', narrowing: NOT_NARROWED };
    expect([access.reached(guest, 'L'), access.reached(guest, 'C'), access.own(guest, 'F')]).toEqual(['view', 'none', 'none']);
  });

  it('shows the root to everybody and gives nothing below it', () => {
    const access = createAccess(shared());
    expect([access.own(as(D), 'root'), access.own(as(ADMIN), 'root'), access.own(as(D), 'F')]).toEqual(['view', 'edit', 'none']);
  });

  it('passes administrators through every check', () => {
    const access = createAccess(shared());
    expect([access.passes(as(ADMIN), 'none', 'owner'), access.passes(as(D), 'edit', 'owner')]).toEqual([true, false]);
  });
});

describe('effective access follows the directory', () => {
  it.each<[string, (directory: MemoryDirectory) => void, Permission]>([
    ['an entry above', (directory) => directory.put(grant('F', `user:${D}`, 'edit')), 'edit'],
    ['an entry on the canvas', (directory) => directory.put(grant('C', `user:${D}`, 'view')), 'view'],
    ['a membership', (directory) => directory.put(grant('F', 'group:7', 'view'), member(7, D)), 'view'],
    ['the role', (directory) => directory.put(user(D, true)), 'edit'],
    ['a move', (directory) => directory.put(folder('G', 'root'), grant('G', `user:${D}`, 'owner'), folder('F', 'G')), 'owner'],
    ['a move of the canvas', (directory) => directory.put(canvas('C', 'own')), 'view'],
  ])('%s', (_, change, expected) => {
    const directory = shared(folder('own', 'root'), grant('own', `user:${D}`, 'view'));
    const access = createAccess(directory);
    expect(access.own(as(D), 'C')).toBe('none');
    change(directory);
    expect(access.own(as(D), 'C')).toBe(expected);
  });

  it('forgets what was deleted', () => {
    const directory = shared();
    const access = createAccess(directory);
    access.own(as(B), 'C');
    directory.remove(Grant, `C/user:${B}`);
    expect(access.own(as(B), 'C')).toBe('edit');
    directory.remove(Canvas, 'C');
    expect(access.own(as(B), 'C')).toBeUndefined();
  });
});

const USERS = [1, 2, 3];
const principals: Principal[] = ['user:1', 'user:2', 'user:3', 'group:1', 'group:8', 'group:9'];

const step = fc.record({
  object: fc.nat(6),
  principal: fc.constantFrom(...principals),
  permission: fc.constantFrom(...permissions),
});

/** `parents`: for each folder, which of the earlier ones is its parent. */
const world = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  members: fc.uniqueArray(fc.tuple(fc.constantFrom(8, 9), fc.constantFrom(...USERS)), { selector: String }),
  steps: fc.array(step, { maxLength: 20 }),
});

/** A random tree with a canvas in its last folder, and the permission entries on it. */
class World {
  readonly parents = new Map<string, string>();
  readonly entries = new Map<string, Permission>();
  readonly directory: MemoryDirectory;

  constructor(
    parents: readonly number[],
    private readonly members: readonly (readonly [group: number, user: number])[],
  ) {
    for (const [at, parent] of parents.entries()) this.parents.set(`f${at}`, at === 0 ? 'root' : `f${parent % at}`);
    const last = `f${parents.length - 1}`;
    this.directory = new MemoryDirectory([
      ...USERS.map((id) => user(id)),
      [Folder, rootFolder('root')],
      ...[...this.parents].map(([id, parent]) => folder(id, parent)),
      canvas('canvas', last),
      ...members.map(([group, id]) => member(group, id)),
    ]);
    this.parents.set('canvas', last);
  }

  enter({ object, principal, permission }: { object: number; principal: Principal; permission: Permission }): void {
    const id = [...this.parents.keys()][object % this.parents.size]!;
    this.entries.set(`${id}/${principal}`, permission);
    this.directory.put(grant(id, principal, permission));
  }

  agree(access: Access): void {
    for (const id of USERS) {
      for (const object of this.parents.keys()) {
        const seen = access.own(as(id), object);
        expect(seen).toBe(this.literally(object, id));
      }
    }
  }

  /** Rules 1 to 3 of interface/canvases 4.2, word by word: distances count from the object upward, without the root. */
  literally(object: string, id: number): Permission {
    const groups = [1, ...this.members.filter(([, of]) => of === id).map(([group]) => group)];
    const ofGroups = groups.map((group) => this.nearest(object, `group:${group}`)).filter((found) => found !== undefined);
    const own = this.nearest(object, `user:${id}`);
    if (!own) return highest(ofGroups.map(([, permission]) => permission));
    return highest([own[1], ...ofGroups.filter(([distance]) => distance < own[0]).map(([, permission]) => permission)]);
  }

  nearest(object: string, principal: Principal): readonly [distance: number, permission: Permission] | undefined {
    let distance = 0;
    for (let at = object; at !== 'root'; at = this.parents.get(at)!, distance++) {
      const permission = this.entries.get(`${at}/${principal}`);
      if (permission) return [distance, permission];
    }
    return undefined;
  }
}

const highest = (some: readonly Permission[]): Permission =>
  permissions[Math.max(0, ...some.map((one) => permissions.indexOf(one)))]!;

it('agrees with the rules read literally, on every tree and after every entry', () => {
  fc.assert(
    fc.property(world, ({ parents, members, steps }) => {
      const some = new World(parents, members);
      const access = createAccess(some.directory);
      some.agree(access);
      for (const one of steps) {
        some.enter(one);
        some.agree(access);
      }
      some.agree(accessOver(some.directory.directory));
    }),
    { numRuns: 150 },
  );
});
