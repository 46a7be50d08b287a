import {
  CircleCheck,
  Copy,
  CopyPlus,
  ExternalLink,
  FolderInput,
  FolderOpen,
  Pencil,
  Presentation,
  RotateCcw,
  Trash2,
  UserPlus,
  Users,
} from 'lucide';
import { atLeast } from '../../../model/resources/permission.ts';
import type { MenuItem } from '../../parts/menu/menu.tsx';
import { texts } from '../../texts.ts';
import { marks } from '../home/library.ts';
import { addressOf, homeOf, isCanvas, type Listed, type ListedCanvas, trashOf } from '../home/listed.ts';
import { accessOf, type Deed, offersFor, offersForAll, takesMore } from '../home/offers.ts';
import type { Around } from '../home/questions/around.ts';
import { askAbout } from '../home/questions/asking.ts';
import { grouped } from '../home/tree.ts';
import { copy, trash } from './changes.ts';
import { transfer } from './transfer.ts';

/** What is offered for one thing or for several that are selected, in groups. */
export function itemMenu(some: readonly Listed[], around: Around): MenuItem[][] {
  const [one] = some;
  if (some.length !== 1 || !one) return groupMenu(some, around);
  const offers = offersFor(one, around.person);
  const offer: Offer = (deed, item) => (offers.has(deed) ? [item] : []);
  return filled([
    opening(one, offer, around),
    sharing(one, offer, around),
    placing(some, offer, around),
    throwing(some, offer, around),
  ]);
}

/** What is offered for several things, or for one as if it were several. */
export function groupMenu(some: readonly Listed[], around: Around): MenuItem[][] {
  const offers = offersForAll(some, around.person);
  const offer: Offer = (deed, item) => (offers.has(deed) ? [item] : []);
  return filled([placing(some, offer, around), throwing(some, offer, around)]);
}

/** What is offered where the canvas itself is open: another name or place, and copies. */
export function placeMenu(one: Listed, around: Around): MenuItem[][] {
  const offers = offersFor(one, around.person);
  const offer: Offer = (deed, item) => (offers.has(deed) ? [item] : []);
  return filled([naming(one, offer), placing([one], offer, around)]);
}

/** What a key does with what is selected: rename one, or throw all away. */
export function doByKey(key: string, some: readonly Listed[], { person }: Around): boolean {
  const offers = some.length === 1 ? offersFor(some[0]!, person) : offersForAll(some, person);
  if (key === 'F2' && some.length === 1 && offers.has('rename')) askAbout({ about: 'name', one: some[0]! });
  else if (key === 'Delete' && offers.has('trash')) void trash(some, trashOf(person.id));
  else if (key === 'Delete' && offers.has('delete')) askAbout({ about: 'delete', some });
  else return false;
  return true;
}

const filled = (groups: MenuItem[][]): MenuItem[][] => groups.filter(({ length }) => length > 0);

type Offer = (deed: Deed, item: MenuItem) => MenuItem[];

function opening(one: Listed, offer: Offer, { go, select }: Around): MenuItem[] {
  const { actions, keys } = texts.value.dashboard;
  const address = addressOf(one);
  return [
    ...offer('open', { text: actions.open, icon: FolderOpen, hint: keys.open, run: () => go(address) }),
    ...offer('open', { text: actions.openTab, icon: ExternalLink, run: () => void open(address, '_blank', 'noopener') }),
    { text: actions.select, icon: CircleCheck, run: () => select(one) },
  ];
}

function sharing(one: Listed, offer: Offer, { person }: Around): MenuItem[] {
  const { actions } = texts.value.dashboard;
  const maySharing = atLeast(accessOf(one, person), 'edit');
  const shareText = { text: maySharing ? actions.share : actions.see, icon: maySharing ? UserPlus : Users };
  return [
    ...offer('share', { ...shareText, run: () => askAbout({ about: 'share', one }) }),
    ...naming(one, offer),
    ...offer('demo', {
      text: actions.demo,
      icon: Presentation,
      run: () => askAbout({ about: 'demo', canvas: one as ListedCanvas }),
    }),
  ];
}

function naming(one: Listed, offer: Offer): MenuItem[] {
  const { actions, keys } = texts.value.dashboard;
  return offer('rename', {
    text: actions.rename,
    icon: Pencil,
    hint: keys.rename,
    run: () => askAbout({ about: 'name', one }),
  });
}

function placing(some: readonly Listed[], offer: Offer, around: Around): MenuItem[] {
  const { actions } = texts.value.dashboard;
  const ask = (way: 'move' | 'copy') => () => askAbout({ about: 'folder of', some, way });
  const copies = offer('copy', { text: actions.copy, icon: Copy, run: ask('copy') });
  return [
    ...offer('move', { text: actions.move, icon: FolderInput, run: ask('move') }),
    ...(copies.length > 0 && some.every(isCanvas)
      ? [{ text: actions.duplicate, icon: CopyPlus, run: () => duplicate(some, around) }]
      : []),
    ...copies,
  ];
}

function throwing(some: readonly Listed[], offer: Offer, around: Around): MenuItem[] {
  const { person } = around;
  const { actions, keys } = texts.value.dashboard;
  const throwAway = () => void trash(some, trashOf(person.id));
  const back = (): void => askAbout({ about: 'folder of', some, way: 'restore' });
  return [
    ...offer('restore', { text: actions.restore, icon: RotateCcw, run: () => restore(some, around) }),
    ...offer('restore', { text: actions.restoreTo, icon: FolderInput, run: back }),
    ...offer('trash', { text: actions.trash, icon: Trash2, hint: keys.delete, danger: true, run: throwAway }),
    ...offer('delete', {
      text: actions.delete,
      icon: Trash2,
      hint: keys.delete,
      danger: true,
      run: () => askAbout({ about: 'delete', some }),
    }),
  ];
}

/** To the folder where each was before, if that is still there for the person, else into their own home. */
function restore(some: readonly Listed[], { person, folders }: Around): void {
  const into = ({ id }: Listed): string => {
    const former = marks.peek().get(id)?.trashed_from ?? '';
    return takesMore(folders.get(former), person) ? former : homeOf(person.id);
  };
  for (const [folder_id, those] of grouped(some, into)) void transfer(those, 'restore', folder_id);
}

/** Beside the original where the person may, else into their own home. */
function duplicate(some: readonly Listed[], { person, folders }: Around): void {
  const into = ({ folder_id }: Listed): string => (takesMore(folders.get(folder_id), person) ? folder_id : homeOf(person.id));
  for (const [folder_id, those] of grouped(some, into)) void copy(those, folder_id, 'keepBoth');
}
