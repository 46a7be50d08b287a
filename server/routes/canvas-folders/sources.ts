import { type Folder, isHome, isTrash } from '../../../model/resources/folder.ts';
import { atLeast } from '../../../model/resources/permission.ts';
import type { Caller } from '../../access/access.ts';
import { withinReach } from '../../access/below.ts';
import { computed } from '../../changes/computed.ts';
import type { Seen, Source } from '../../changes/source.ts';
import { recordOf } from '../../store/record.ts';
import type { Version } from '../../store/types.ts';
import { affected, placeKinds } from '../canvases/affected.ts';
import { goneFrom, shownOf, type Watching } from '../canvases/sources.ts';

interface Listed extends Seen {
  readonly place: readonly (number | string)[];
}

/** Every folder on which the caller has view; root, homes with their trash by number, then by name and id. */
export function folderList(parts: Watching, caller: Caller): Source {
  const { directory, access } = parts;
  const one = (key: string): Listed | undefined => {
    const shown = shownTo(parts, caller, key);
    return shown === undefined ? undefined : { key, shown, place: placeOf(directory.version(key)!) };
  };
  return computed<Listed>({
    key: `directory/canvas-folders/${caller.id}`,
    form: 'list',
    kinds: placeKinds,
    present() {
      const { folders } = withinReach(directory, access, caller);
      for (const root of directory.keys('folders-in', '')) folders.add(root);
      return shownOf(folders, one).sort(byPlace);
    },
    one,
    compare: byPlace,
    affected: (set) => affected(parts, caller, set)?.folders,
    gone: goneFrom(directory),
  });
}

export function folderItem(parts: Watching, caller: Caller, id: string): Source {
  const one = (): Seen | undefined => {
    const shown = shownTo(parts, caller, id);
    return shown === undefined ? undefined : { key: id, shown };
  };
  return computed({
    key: `directory/canvas-folder/${id}/${caller.id}`,
    form: 'item',
    kinds: placeKinds,
    present: () => shownOf([id], one),
    gone: goneFrom(parts.directory),
  });
}

function shownTo({ access, present }: Watching, caller: Caller, id: string): string | undefined {
  const own = access.folder(caller, id);
  return own && atLeast(own, 'view') ? present.folder(id, own) : undefined;
}

/** What is compared, part by part. */
function placeOf(version: Version): Listed['place'] {
  const { id, name, folder_id } = recordOf(version) as Folder;
  if (folder_id === '') return [0];
  if (isHome(id)) return [1, Number(id), 0];
  if (isTrash(id)) return [1, Number(id.slice('trash.'.length)), 1];
  return [2, name, id];
}

function byPlace(a: Listed, b: Listed): number {
  for (const [at, part] of a.place.entries()) {
    const other = b.place[at]!;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
