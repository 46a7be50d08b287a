import { sayFault } from '../../../parts/toast.tsx';
import { chosenWith } from '../cards/card-events.ts';
import { carried } from '../cards/picked.ts';
import { listedOf } from '../library.ts';
import { isTrash, type Listed, trashOf } from '../listed.ts';
import { offersForAll, takesMore } from '../offers.ts';
import type { Around } from '../questions/around.ts';
import { deeds } from '../questions/deeds.ts';
import { treeOf } from '../tree.ts';

/** Carries cards by mouse onto folders, wherever a folder is shown; others do the same by the menu. */
export const dropEvents = (around: Around) => ({
  onDragStart: (event: DragEvent) => begin(event, around),
  onDragEnd: () => {
    carried.value = [];
    mark(null);
  },
  onDragOver: (event: DragEvent) => {
    const target = targetOf(event);
    const fits = target !== null && mayDrop(target.dataset.drop!, around);
    mark(fits ? target : null);
    if (!fits) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'move';
  },
  onDrop: (event: DragEvent) => {
    const folder_id = targetOf(event)?.dataset.drop;
    mark(null);
    if (folder_id === undefined || carried.peek().length === 0) return;
    event.preventDefault();
    dropInto(folder_id);
  },
});

let marked: Element | null = null;

function mark(target: Element | null): void {
  if (marked === target) return;
  marked?.classList.remove('dropping');
  target?.classList.add('dropping');
  marked = target;
}

function begin(event: DragEvent, { person }: Around): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null;
  const some = card ? chosenWith(card.dataset.id!) : [];
  const offers = offersForAll(some, person);
  if (!(offers.has('move') || offers.has('restore'))) return event.preventDefault();
  carried.value = some.map(({ id }) => id);
  event.dataTransfer!.effectAllowed = 'move';
  // Firefox carries nothing without it
  event.dataTransfer!.setData('text/plain', some.map(({ name }) => name).join('\n'));
}

const targetOf = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drop]') : null;

function mayDrop(folder_id: string, { person, folders: all }: Around): boolean {
  const ids = carried.peek();
  if (ids.length === 0) return false;
  if (folder_id === trashOf(person.id)) return offersForAll(carriedThings(), person).has('trash');
  const tree = treeOf(all, String(person.id), () => 0);
  return takesMore(all.get(folder_id), person) && !ids.some((id) => tree.isWithin(folder_id, id));
}

function dropInto(folder_id: string): void {
  const some = carriedThings();
  carried.value = [];
  if (isTrash(folder_id)) return void deeds().then(({ trash }) => trash(some, folder_id), sayFault);
  const moving = some.filter((one) => one.folder_id !== folder_id);
  if (moving.length > 0) deeds().then(({ transfer }) => transfer(moving, 'move', folder_id), sayFault);
}

const carriedThings = (): readonly Listed[] =>
  carried
    .peek()
    .map(listedOf)
    .filter((one) => one !== undefined);
