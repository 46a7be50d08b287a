import { atLeast, type Permission } from '../../../model/resources/permission.ts';
import { isCanvas, isHome, isSystem, isTrash, type Listed, type ListedFolder } from './listed.ts';

/** What can be done with a canvas or a folder. */
export type Deed = 'open' | 'share' | 'rename' | 'move' | 'copy' | 'demo' | 'trash' | 'restore' | 'delete';

export interface Person {
  readonly id: number;
  readonly admin: boolean;
}

/** What a person may do here; administrators pass every check of access (interface/canvases 4.2). */
export const accessOf = ({ access }: Listed, { admin }: Person): Permission => (admin ? 'owner' : access);

/** What is offered for one thing; the server has the last word. */
export function offersFor(one: Listed, person: Person): ReadonlySet<Deed> {
  const access = accessOf(one, person);
  const allowed = Object.entries(needs) as [Deed, Permission][];
  return new Set(allowed.filter(([deed, needed]) => atLeast(access, needed) && isFor(deed, one)).map(([deed]) => deed));
}

/** What can be done with several things at once: what can be done with each of them. */
export function offersForAll(some: readonly Listed[], person: Person): ReadonlySet<Deed> {
  const each = some.map((one) => offersFor(one, person));
  const together: readonly Deed[] = ['move', 'copy', 'trash', 'restore', 'delete'];
  return new Set(together.filter((deed) => each.length > 0 && each.every((offers) => offers.has(deed))));
}

/** Whether something new can be put into a folder, or something else moved there. */
export function takesMore(folder: ListedFolder | undefined, person: Person): boolean {
  if (!folder || folder.folder_id === '' || folder.in_trash || isTrash(folder.id)) return false;
  return atLeast(accessOf(folder, person), 'edit');
}

const needs: Readonly<Record<Deed, Permission>> = {
  open: 'view',
  share: 'view',
  rename: 'edit',
  move: 'owner',
  copy: 'view',
  demo: 'edit',
  trash: 'owner',
  restore: 'owner',
  delete: 'owner',
};

function isFor(deed: Deed, one: Listed): boolean {
  if (deed === 'open') return true;
  if (deed === 'share') return !isSystem(one) || isHome(one.id);
  if (isSystem(one)) return false;
  if (deed === 'demo') return isCanvas(one) && !one.in_trash;
  return one.in_trash ? trashDeeds.has(deed) : !(deed === 'restore' || deed === 'delete');
}

const trashDeeds: ReadonlySet<Deed> = new Set(['rename', 'restore', 'delete']);
