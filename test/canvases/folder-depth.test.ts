import { describe, expect, test, vi } from 'vitest';
import { Folder, folderIn } from '../../model/resources/folder.ts';
import { Grant, grantOf, userPrincipal } from '../../model/resources/grant.ts';
import { AccessTree } from '../../server/access/authorization/tree.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, refused } from '../kit/places.ts';

const easel = useEasel();

/** Folders inside one another, outermost first, owned by `owner`. Not made by requests, of which hundreds would be needed. */
function nested(owner: Person, folder: string, levels: number): Promise<string[]> {
  return easel.server.store.submit<string[]>({
    scopes: ['directory'],
    author: { id: null, name: '', ip: '' },
    permit: () => undefined,
    run({ directory }) {
      const ids = Array.from({ length: levels }, () => directory.newId());
      for (const [at, id] of ids.entries()) {
        directory.insert(Folder, folderIn(ids[at - 1] ?? folder, id, `level ${at + 1}`));
        directory.insert(Grant, grantOf(id, userPrincipal(owner.id), 'owner'));
      }
      return ids;
    },
  });
}

const home = ({ id }: Person): string => String(id);
const move = (who: Person, id: string, folder_id: string) => who.post(`/canvas-folders/${id}/move`, { folder_id });
const copy = (who: Person, id: string, folder_id: string) => who.post(`/canvas-folders/${id}/copy`, { folder_id });

describe('folders', () => {
  const tooDeep = '409 Folders may be at most 100 levels deep';

  test('may be made 100 levels deep, with canvases in the deepest, and no deeper', async () => {
    const ann = await easel.user();
    const ids = await nested(ann, home(ann), 99);
    const last = await makeFolder(ann, { folder_id: ids.at(-1) });
    await makeCanvas(ann, { folder_id: last.id });
    expect(await refused(easel, () => ann.post('/canvas-folders', { folder_id: last.id }))).toBe(tooDeep);
  });

  test('are moved only so deep that everything below them fits', async () => {
    const ann = await easel.user();
    const ids = await nested(ann, home(ann), 98);
    const [top] = await nested(ann, home(ann), 3);
    await nested(ann, top!, 1);
    expect(await refused(easel, () => move(ann, top!, ids[97]!))).toBe(tooDeep);
    expect((await move(ann, top!, ids[96]!)).body.folder_id).toBe(ids[96]);
    expect((await ann.post('/canvas-folders', { folder_id: top })).status).toBe(200);
  });

  test('may always be trashed and taken out again, and moved to where they are no deeper than before', async () => {
    const ann = await easel.user();
    const [top] = await nested(ann, home(ann), 100);
    expect((await move(ann, top!, `trash.${ann.id}`)).body.in_trash).toBe(true);
    expect((await move(ann, top!, home(ann))).body).toMatchObject({ folder_id: home(ann), in_trash: false });
    const [other] = await nested(ann, home(ann), 1);
    expect(await refused(easel, () => move(ann, top!, other!))).toBe(tooDeep);
    // From a time without the bound
    const deep = await nested(ann, other!, 150);
    expect((await move(ann, deep[9]!, deep[3]!)).status).toBe(200);
    expect((await move(ann, other!, `trash.${ann.id}`)).status).toBe(200);
  });

  test('are copied when the copied part fits, whatever else is below', async () => {
    const ann = await easel.user();
    const bob = await easel.user();
    const ids = await nested(ann, home(ann), 5);
    await give(ann, `/canvas-folders/${ids[0]}`, bob, 'view');
    await give(ann, `/canvas-folders/${ids[3]}`, bob, 'none');
    const room = await nested(bob, home(bob), 98);
    expect(await refused(easel, () => copy(bob, ids[0]!, room[97]!))).toBe(tooDeep);
    expect((await copy(bob, ids[0]!, room[96]!)).body.folder_id).toBe(room[96]);
    const list = (await bob.get('/canvas-folders')).body as { name: string }[];
    expect(list.filter(({ name }) => name === 'level 3')).toHaveLength(2 + 1);
  });
});

describe('the cost of each folder in a list', () => {
  /** How often the tree was asked for a place. */
  async function asked(work: () => Promise<unknown>): Promise<number> {
    const look = vi.spyOn(AccessTree.prototype, 'place');
    try {
      await work();
      return look.mock.calls.length;
    } finally {
      look.mockRestore();
    }
  }

  /** The costs for 400 folders in this many chains: reading the list, a move under an open stream, and a copy. */
  async function costs(chains: number): Promise<number[]> {
    const ann = await easel.user();
    const top = (await nested(ann, home(ann), 1))[0]!;
    const other = (await makeFolder(ann)).id;
    for (let at = 0; at < chains; at++) await nested(ann, top, 400 / chains);
    const list = await asked(() => ann.get('/canvas-folders'));
    const stream = await ann.watch('/canvas-folders');
    expect(await stream.next()).toHaveLength(400 + 5);
    const moving = await asked(async () => {
      await move(ann, top, other);
      easel.clock.advance(1000);
      await stream.next();
    });
    stream.close();
    // No reader has asked for it since
    expect((await move(ann, top, home(ann))).body.folder_id).toBe(home(ann));
    const copying = await asked(async () => expect((await copy(ann, top, other)).body.folder_id).toBe(other));
    return [list, moving, copying];
  }

  test('does not grow with the folders above it', async () => {
    const flat = await costs(400);
    const deep = await costs(5);
    for (const [at, count] of deep.entries()) {
      expect(count).toBeLessThan(1.5 * flat[at]! + 400);
      expect(count).toBeLessThan(12 * 400);
    }
  });
});
