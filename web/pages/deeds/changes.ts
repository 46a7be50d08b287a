import { Refusal } from '../../../model/refusal-error.ts';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { everythingListed, folders, type ListedWish, listedOf, wish, wishStar } from '../home/library.ts';
import { isTrash, type Listed, type ListedCanvas, type ListedFolder, pathOf } from '../home/listed.ts';
import { folderWord } from '../home/path-words.ts';
import { conflictsOf, freeName } from './conflicts.ts';

/** How to go on where a folder holds something of the same name: nothing else keeps both, `replace` deletes the other for good. */
export type OnConflict = 'keepBoth' | 'replace';

/** Resolves with what was made; rejects with a Refusal. */
export const makeFolder = (name: string, folder_id: string): Promise<ListedFolder> =>
  rest.post('/canvas-folders', { name, folder_id });

/**
 * The new name shows at once; a refusal is reported, and shows the old name again. Resolves with whether it worked, like the
 * others here.
 */
export const rename = (one: Listed, name: string): Promise<boolean> =>
  wished(one, { name }, () => rest.patch(pathOf(one), { name }));

export const setMode = (canvas: ListedCanvas, mode: ListedCanvas['mode']): Promise<boolean> =>
  wished(canvas, { mode }, () => rest.patch(pathOf(canvas), { mode }));

/** Takes the present content as the demo state, or brings that back. */
export const demoState = async (canvas: ListedCanvas, deed: 'save' | 'restore'): Promise<void> => {
  await rest.post(`${pathOf(canvas)}/${deed}`);
};

/** Into the trash, with the way back in a toast. */
export async function trash(some: readonly Listed[], trash_id: string): Promise<void> {
  const gone = await moveAll(some, trash_id);
  if (gone.length === 0) return;
  const { dashboard, common } = texts.peek();
  tell(gone, dashboard.trashed(gone.length, gone[0]!.name), { text: common.undo, run: () => void putBack(gone) });
}

/** Moves what the person may move; tells how many that were. */
export async function move(some: readonly Listed[], folder_id: string, onConflict?: OnConflict): Promise<void> {
  const moved = await moveAll(some, folder_id, onConflict);
  if (moved.length === 0) return;
  const { dashboard, common } = texts.peek();
  const undo = { text: common.undo, run: () => void putBack(moved) };
  tell(moved, dashboard.moved(moved.length, moved[0]!.name, folderName(folder_id)), onConflict === 'replace' ? undefined : undo);
}

interface Told {
  readonly ids: readonly string[];
  readonly close: () => void;
}

let told: readonly Told[] = [];

/** Says where things are now. A message that says where all its things were before goes: to undo that would undo something else. */
function tell(some: readonly Listed[], text: string, action: Parameters<typeof say>[1]): void {
  const ids = some.map(({ id }) => id);
  const isPast = (one: Told): boolean => one.ids.every((id) => ids.includes(id));
  for (const one of told.filter(isPast)) one.close();
  told = [...told.filter((one) => !isPast(one)), { ids, close: say(text, action) }];
}

export async function copy(some: readonly Listed[], folder_id: string, onConflict?: OnConflict): Promise<void> {
  const made = await each(some, (one) => copyOne(one, folder_id, onConflict));
  const { dashboard } = texts.peek();
  if (made.length > 0) say(dashboard.copied(made.length, made[0]!.name, folderName(folder_id)));
}

/** The star shows at once; a refusal takes it back. */
export async function star({ id }: Pick<Listed, 'id'>, starred: boolean): Promise<void> {
  const body = { item_id: id, starred };
  await wishStar(id, starred, () => rest.post(`/users/${session.peek()!.user!.id}/marks`, body)).catch(sayFault);
}

/** For good. */
export async function deleteForGood(some: readonly Listed[]): Promise<void> {
  const gone = await each(some, async (one) => (await wished(one, 'gone', () => rest.delete(pathOf(one)))) && one);
  if (gone.length > 0) say(texts.peek().dashboard.deleted(gone.length, gone[0]!.name));
}

export async function emptyFolder(folder_id: string): Promise<void> {
  const emptied = rest.delete(`/canvas-folders/${folder_id}/children`);
  const inside = everythingListed().filter((one) => one.folder_id === folder_id);
  await Promise.all([emptied, ...inside.map((one) => wish(one, 'gone', () => emptied))]).catch(sayFault);
}

/** Where each came from is in `some`, which are as they were before. */
const putBack = (some: readonly Listed[]): Promise<readonly Listed[]> =>
  each(some, async (one) => (await moveOne(listedOf(one.id) ?? one, one.folder_id, 'keepBoth', one.name)) && one);

/** What was moved, as it was before. */
const moveAll = (some: readonly Listed[], folder_id: string, onConflict?: OnConflict): Promise<readonly Listed[]> =>
  each(some, async (one) => one.folder_id !== folder_id && (await moveOne(one, folder_id, onConflict)) && one);

/** @param name that it is to have there; default: its own, or a free one of the kind `Plan (1)` to keep both */
async function moveOne(one: Listed, folder_id: string, onConflict?: OnConflict, name = one.name): Promise<boolean> {
  const named = { ...one, name };
  const taken = onConflict === 'keepBoth' && conflictsOf(named, folder_id, everythingListed()).length > 0;
  const free = taken ? freeName(named, folder_id, everythingListed()) : name;
  if (free !== one.name && !(await rename(one, free))) return false;
  return wished(one, { folder_id, in_trash: isTrash(folder_id) }, async () => {
    const conflicts = onConflict === 'replace' ? 'replace' : 'skip';
    const answer = await rest.post<Listed>(`${pathOf(one)}/move`, { folder_id, conflicts });
    // The server tells a skipped move only by the folder in its answer (interface/canvases 5.2)
    if (answer.folder_id !== folder_id) throw new Refusal('conflict', 409, texts.peek().dashboard.nameTaken(one.name));
  });
}

async function copyOne(one: Listed, folder_id: string, onConflict?: OnConflict): Promise<Listed | false> {
  // A canvas that is copied into its own folder gets a number by itself (interface/canvases 5.5)
  const taken =
    onConflict === 'keepBoth' && one.folder_id !== folder_id && conflictsOf(one, folder_id, everythingListed()).length > 0;
  const name = taken ? { name: freeName(one, folder_id, everythingListed()) } : {};
  try {
    const conflicts = onConflict === 'replace' ? 'replace' : 'skip';
    const made = await rest.post<Listed>(`${pathOf(one)}/copy`, { folder_id, conflicts, ...name });
    if (made.id === one.id) throw new Refusal('conflict', 409, texts.peek().dashboard.nameTaken(one.name));
    return made;
  } catch (cause) {
    sayFault(cause);
    return false;
  }
}

/** One after the other, so that the server is not asked a hundred things at once. */
async function each<T extends Listed>(
  some: readonly Listed[],
  change: (one: Listed) => Promise<T | false>,
): Promise<readonly T[]> {
  const done: T[] = [];
  for (const one of some) {
    const result = await change(one);
    if (result) done.push(result);
  }
  return done;
}

async function wished(one: Listed, fields: ListedWish, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await wish(one, fields, change);
    return true;
  } catch (cause) {
    sayFault(cause);
    return false;
  }
}

const folderName = (folder_id: string): string =>
  folderWord({ id: folder_id, name: folders.peek()?.get(folder_id)?.name ?? '' }, session.peek()!.user!);
