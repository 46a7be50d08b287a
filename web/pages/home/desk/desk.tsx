import { useMemo, useRef, useState } from 'preact/hooks';
import { lazyDialog } from '../../../parts/lazy-dialog.tsx';
import type { MenuItem } from '../../../parts/menu/menu.tsx';
import { MenuAt } from '../../../parts/menu/menu-at.tsx';
import { sayFault } from '../../../parts/toast.tsx';
import { texts } from '../../../texts.ts';
import type { CardProps } from '../cards/card.tsx';
import { cardEvents, type OpenMenu } from '../cards/card-events.ts';
import { Cards } from '../cards/cards.tsx';
import { useHere } from '../cards/here.ts';
import { ownerOf } from '../cards/owner.ts';
import { current, pick, selection, selectNothing } from '../cards/picked.ts';
import { RecentRow, recentShown } from '../cards/recent-row.tsx';
import { remaining } from '../cards/selection.ts';
import { layout, sort, sought } from '../choices.ts';
import { isLive } from '../library.ts';
import { isCanvas, type Listed, type ListedCanvas } from '../listed.ts';
import { nameOf } from '../name.tsx';
import { PlacePills } from '../navigation/places-nav.tsx';
import { accessOf, takesMore } from '../offers.ts';
import { calmly, ordered } from '../order.ts';
import { pathWords } from '../path-words.ts';
import { type Contents, contentsOf, type Visible } from '../places.ts';
import type { Around } from '../questions/around.ts';
import { deeds } from '../questions/deeds.ts';
import { DeskHead } from './desk-head.tsx';
import type { DeskProps } from './desk-props.ts';
import { dropEvents } from './drops.ts';
import { Empty } from './empty.tsx';
import { ShowChoice } from './show-choice.tsx';

const SelectionBar = lazyDialog(() => deeds().then((file) => file.SelectionBar), selectNothing);

/** A menu that is open, with what it offers. */
interface ShownMenu extends OpenMenu {
  readonly items: readonly (readonly MenuItem[])[];
}

/** What stands at a place, or what was found, and everything that can be done with it. */
export function Desk(props: DeskProps) {
  const { person, tree, go } = props;
  const words = texts.value.dashboard;
  const [menu, setMenu] = useState<ShownMenu | undefined>(undefined);
  const contents = useContents(props);
  const around: Around = { person, folders: tree.folders, go, select: ({ id }) => pick(id) };
  const openMenu = (opened: OpenMenu): void => {
    deeds().then(({ itemMenu }) => setMenu({ ...opened, items: itemMenu(opened.some, around) }), sayFault);
  };
  const cardOf = useCards(props, contents);
  const place = `${JSON.stringify(props.place)} ${sought.value} ${sort.value}`;
  const isSearch = sought.value.trim() !== '';
  const recent = recentAt(props, isSearch);
  const inRow = new Set(recent.map(({ id }) => id));
  const rest = contents.canvases.filter(({ id }) => !inRow.has(id));
  const hasBoth = contents.folders.length > 0 || recent.length > 0;
  useHere([...recent, ...rest].map(({ id }) => id));
  const isAll = props.place.kind === 'all' && !isSearch;
  const count = contents.canvases.length;
  return (
    <div class={`desk ${layout.value === 'list' ? 'as-list' : ''} ${selection.value.ids.size > 0 ? 'selecting' : ''}`}>
      <DeskHead {...props} found={isSearch ? contents.canvases.length + contents.folders.length : undefined} />
      <PlacePills place={props.place} person={person} />
      {!isLive.value && (
        <p class="desk-note" role="status">
          {words.notLive}
        </p>
      )}
      {selection.value.ids.size > 0 && <SelectionBar around={around} />}
      <div class="desk-parts" {...cardEvents({ around, openMenu })} {...dropEvents(around)}>
        {recent.length > 0 && <RecentRow some={recent} cardOf={cardOf} />}
        <Cards label={words.folders} isTitled={count > 0} some={contents.folders} cardOf={cardOf} place={place} />
        <Cards
          label={isAll ? words.all : words.canvases}
          {...(isAll && { count })}
          isTitled={isAll || hasBoth}
          some={rest}
          cardOf={cardOf}
          place={place}
          tools={<ShowChoice />}
        />
        {count + contents.folders.length === 0 && <Empty {...props} isSearch={isSearch} />}
      </div>
      {menu && <MenuAt label={menuLabel(menu.some)} items={menu.items} at={menu.at} onClose={() => setMenu(undefined)} />}
    </div>
  );
}

/** A row of what was opened last, above everything else; a list or an order by name shows each canvas in its place. */
function recentAt({ place, visible }: DeskProps, isSearch: boolean): readonly ListedCanvas[] {
  const isShown = place.kind === 'all' && !isSearch && layout.value === 'grid' && sort.value === 'changed';
  return isShown ? recentShown(visible.recent) : [];
}

const menuLabel = (some: readonly Listed[]): string => {
  const words = texts.value.dashboard;
  return some.length === 1 ? words.actionsFor(nameOf(some[0]!)) : words.selected(some.length);
};

/** In the order that was chosen; a list by time of change keeps its order while the same things are in it. */
function useContents({ place, visible, person, compare }: DeskProps): Contents {
  const before = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: '', ids: [] });
  const wanted = sought.value;
  const by = sort.value;
  return useMemo(() => {
    const key = `${JSON.stringify(place)} ${wanted} ${by}`;
    const { folders, canvases } = ordered(contentsOf(place, wanted, visible, person.id), by, compare);
    const isCalm = by === 'changed' && before.current.key === key;
    const calm = isCalm ? calmly(canvases, before.current.ids) : canvases;
    before.current = { key, ids: calm.map(({ id }) => id) };
    const there = new Set([...folders, ...calm].map(({ id }) => id));
    selection.value = remaining(selection.peek(), (id) => there.has(id));
    return { folders, canvases: calm };
  }, [place, visible, person.id, compare, wanted, by]);
}

/** Makes what a card shows; everything in it is a text or the same object as before. */
function useCards({ person, tree, visible }: DeskProps, contents: Contents): (one: Listed) => CardProps {
  const words = texts.value.dashboard;
  const holds = useMemo(() => counts(visible), [visible.canvases, visible.folders]);
  const isFound = sought.value.trim() !== '';
  const first = contents.folders[0]?.id ?? contents.canvases[0]?.id;
  const { ids } = selection.value;
  const at = current.value !== undefined && isShown(contents, current.value) ? current.value : first;
  return (one) => ({
    one,
    sought: sought.value,
    isSelected: ids.has(one.id),
    isCurrent: one.id === at,
    path: isFound ? pathWords(one, tree, person) : '',
    holds: isCanvas(one) ? '' : words.folderHolds(...(holds.get(one.id) ?? ([0, 0] as const))),
    access: accessOf(one, person) === 'owner' ? '' : words.access[accessOf(one, person)],
    takesDrops: !isCanvas(one) && takesMore(one, person),
    owner: isCanvas(one) ? ownerOf(one, tree, person) : undefined,
    isOwn: ownerOf(one, tree, person)?.id === person.id,
    isStarred: visible.stars.has(one.id),
  });
}

const isShown = ({ folders, canvases }: Contents, id: string): boolean =>
  folders.some((one) => one.id === id) || canvases.some((one) => one.id === id);

/** How many canvases and folders are directly in each folder. */
function counts({ canvases, folders }: Visible): ReadonlyMap<string, readonly [number, number]> {
  const all = new Map<string, [number, number]>();
  const count = (folder_id: string, which: 0 | 1): void => {
    const both = all.get(folder_id) ?? [0, 0];
    both[which]++;
    all.set(folder_id, both);
  };
  for (const { folder_id } of canvases.values()) count(folder_id, 0);
  for (const { folder_id, id } of folders.values()) if (!id.startsWith('trash.')) count(folder_id, 1);
  return all;
}
