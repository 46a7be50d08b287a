import type { Door, Json } from '../door.ts';
import { type CliCommand, CommandError, EXIT } from '../terminal.ts';
import { accountOf, canvasOf } from './accounts.ts';
import { type Asking, asking, columns, sizeText } from './asking.ts';

export const canvasCommands: Readonly<Record<string, CliCommand>> = {
  'canvas list': asking({
    says: 'list canvases: those outside of the trash, with --trash those in it, or those in the home folder of an account',
    options: ['--trash', '--of <account>', '--sort <bytes or name>'],
    work: list,
  }),
  'canvas show': asking({ says: 'print what is known of a canvas', words: '<canvas>', work: show }),
  'canvas give': asking({
    says: 'give a canvas to an account: it moves into their home folder',
    words: '<canvas> <account>',
    async work({ door, given: { words }, print }) {
      const canvas = await canvasOf(door, words[0]!);
      const user = await accountOf(door, words[1]!);
      print(
        await door.ask('POST', `/canvases/${canvas.id}/give`, { user_id: user.id }),
        `${canvas.name} is a canvas of ${user.email}.`,
      );
    },
  }),
  'canvas delete': asking({
    says: 'move a canvas to the trash of whose home folder it is in; --for-good: delete it',
    words: '<canvas>',
    options: ['--for-good'],
    work: remove,
  }),
  'canvas restore': asking({
    says: 'take a canvas out of the trash, into the home folder that the trash belongs to',
    words: '<canvas>',
    work: restore,
  }),
  'trash empty': asking({ says: 'delete for good everything in the trash of all accounts', work: emptyTrash }),
};

async function list({ door, given, has, print }: Asking): Promise<void> {
  const { of, sort = 'name' } = given.values;
  if (sort !== 'name' && sort !== 'bytes') throw new CommandError('--sort needs bytes or name', EXIT.wrong);
  const home = of === undefined ? undefined : String((await accountOf(door, of)).id);
  const folders = await foldersOf(door);
  const canvases: readonly Json[] = await door.ask('GET', '/canvases');
  const chosen = canvases.filter(
    (canvas) => canvas.in_trash === has('--trash') && (home === undefined || homeAbove(folders, canvas.folder_id) === home),
  );
  chosen.sort((a, b) => (sort === 'bytes' ? b.asset_size - a.asset_size : a.name.localeCompare(b.name)));
  const rows = chosen.map(({ id, name, asset_size, modified_at }) => [id, name, sizeText(asset_size), modified_at]);
  print(chosen, columns([['ID', 'NAME', 'FILES', 'CHANGED'], ...rows]));
}

type Folders = ReadonlyMap<string, Json>;

const foldersOf = async (door: Door): Promise<Folders> =>
  new Map(((await door.ask('GET', '/canvas-folders')) as Json[]).map((folder) => [folder.id, folder]));

/** The home folder around a folder; undefined: it is in no home. */
function homeAbove(folders: Folders, folder: string): string | undefined {
  for (let id: string | undefined = folder; id !== undefined && id !== ''; id = folders.get(id)?.folder_id) {
    if (/^\d+$/.test(id)) return id;
  }
  return undefined;
}

async function show({ door, given, print }: Asking): Promise<void> {
  const canvas = await canvasOf(door, given.words[0]!);
  print(canvas, columns(Object.entries(canvas).map(([name, value]) => [name, String(value)])));
}

async function remove({ door, given, has, print, confirm }: Asking): Promise<void> {
  const canvas = await canvasOf(door, given.words[0]!);
  if (has('--for-good')) {
    await confirm(`The canvas ${canvas.name} will be deleted for good.`);
    await door.ask('DELETE', `/canvases/${canvas.id}`);
    return print(canvas, `${canvas.name} is deleted.`);
  }
  const home = homeAbove(await foldersOf(door), canvas.folder_id);
  if (home === undefined)
    throw new Error(`${canvas.name} is in nobody's home folder, so no trash takes it: --for-good deletes it`);
  const moved = await door.ask('POST', `/canvases/${canvas.id}/move`, { folder_id: `trash.${home}` });
  print(moved, `${canvas.name} is in the trash.`);
}

async function restore({ door, given, print }: Asking): Promise<void> {
  const canvas = await canvasOf(door, given.words[0]!);
  if (!canvas.in_trash) throw new Error(`${canvas.name} is not in the trash`);
  const home = homeAbove(await foldersOf(door), canvas.folder_id)!;
  const moved = await door.ask('POST', `/canvases/${canvas.id}/move`, { folder_id: home });
  if (moved.in_trash) throw new Error(`the home folder has a canvas ${canvas.name} already: rename that one first`);
  print(moved, `${canvas.name} is out of the trash.`);
}

async function emptyTrash({ door, print, confirm }: Asking): Promise<void> {
  await confirm('Everything in the trash of all accounts will be deleted for good.');
  const trashes = [...(await foldersOf(door)).keys()].filter((id) => id.startsWith('trash.'));
  for (const id of trashes) await door.ask('DELETE', `/canvas-folders/${id}/children`);
  print({ emptied: trashes.length }, `The trash of ${trashes.length} accounts is empty.`);
}
