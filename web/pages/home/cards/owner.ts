import { signal } from '@preact/signals';
import { rest } from '../../../session/rest.ts';
import { isHome, type Listed } from '../listed.ts';
import type { Tree } from '../tree.ts';

export interface Owner {
  readonly id: number;
  readonly name: string;
}

const names = signal<ReadonlyMap<number, string>>(new Map());
const asked = new Set<number>();

/** In whose home something is; undefined: in a folder of somebody that the person does not see. */
export function ownerOf(one: Listed, tree: Tree, person: Owner): Owner | undefined {
  const home = isHome(one.folder_id) ? one.folder_id : tree.pathTo(one.folder_id)[0]?.id;
  if (home === undefined || !isHome(home)) return undefined;
  const id = Number(home);
  if (id === person.id) return person;
  const name = tree.folders.get(home)?.name ?? names.value.get(id) ?? lookUp(id);
  return name === undefined ? undefined : { id, name };
}

/** Asks for the name once. A user who is gone has none. */
function lookUp(id: number): undefined {
  if (asked.has(id)) return;
  asked.add(id);
  rest.get<Owner>(`/users/${id}`).then(
    ({ name }) => {
      names.value = new Map(names.peek()).set(id, name);
    },
    () => undefined,
  );
}
