import { useMemo, useRef, useState } from 'preact/hooks';
import { MenuAt } from '../../parts/menu-at.tsx';
import { texts } from '../../texts/texts.ts';
import type { CardProps } from './card.tsx';
import { cardEvents, type OpenMenu } from './card-events.ts';
import { Cards } from './cards.tsx';
import { layout, sort, sought } from './choices.ts';
import { DeskHead } from './desk-head.tsx';
import type { DeskProps } from './desk-props.ts';
import { dropEvents } from './drops.ts';
import { Empty } from './empty.tsx';
import { type Around, itemMenu } from './item-menu.ts';
import { isLive } from './library.ts';
import { homeOf, isCanvas, type Listed } from './listed.ts';
import { nameOf } from './name.tsx';
import { accessOf, takesMore } from './offers.ts';
import { calmly, ordered } from './order.ts';
import { pathWords } from './path-words.ts';
import { current, pick, selection } from './picked.ts';
import { type Contents, contentsOf, type Visible } from './places.ts';
import { remaining } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

/** What stands at a place, or what was found, and everything that can be done with it. */
export function Desk(props: DeskProps) {
  const { person, tree, go } = props;
  const words = texts.value.dashboard;
  const [menu, setMenu] = useState<OpenMenu | undefined>(undefined);
  const contents = useContents(props);
  const around: Around = { person, folders: tree.folders, go, select: ({ id }) => pick(id) };
  const cardOf = useCards(props, contents);
  const place = `${JSON.stringify(props.place)} ${sought.value} ${sort.value}`;
  const hasBoth = contents.folders.length > 0 && contents.canvases.length > 0;
  const isSearch = sought.value.trim() !== '';
  return (
    <div class={`desk ${layout.value === 'list' ? 'as-list' : ''} ${selection.value.ids.size > 0 ? 'selecting' : ''}`}>
      <DeskHead {...props} found={isSearch ? contents.canvases.length + contents.folders.length : undefined} />
      {!isLive.value && (
        <p class="desk-note" role="status">
          {words.notLive}
        </p>
      )}
      {selection.value.ids.size > 0 && <SelectionBar around={around} />}
      <div class="desk-parts" {...cardEvents({ around, openMenu: setMenu })} {...dropEvents(around)}>
        <Cards label={words.folders} isTitled={hasBoth} some={contents.folders} cardOf={cardOf} place={place} />
        <Cards label={words.canvases} isTitled={hasBoth} some={contents.canvases} cardOf={cardOf} place={place} />
        {contents.canvases.length + contents.folders.length === 0 && <Empty {...props} isSearch={isSearch} />}
      </div>
      {menu && (
        <MenuAt
          label={menuLabel(menu.some)}
          items={itemMenu(menu.some, around)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

const menuLabel = (some: readonly Listed[]): string => {
  const words = texts.value.dashboard;
  return some.length === 1 ? words.actionsFor(nameOf(some[0]!)) : words.selected(some.length);
};

/** In the order that was chosen; a list by time of change keeps its order while the same things are in it. */
function useContents({ place, visible, person, compare }: DeskProps): Contents {
  const before = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: '', ids: [] });
  const [wanted, by] = [sought.value, sort.value];
  return useMemo(() => {
    const key = `${JSON.stringify(place)} ${wanted} ${by}`;
    const { folders, canvases } = ordered(contentsOf(place, wanted, visible, person.id), by, compare);
    const isCalm = by === 'changed' && before.current.key === key;
    const calm = isCalm ? calmly(canvases, before.current.ids) : canvases;
    before.current = { key, ids: calm.map(({ id }) => id) };
    const there = new Set([...folders, ...calm].map(({ id }) => id));
    selection.value = remaining(selection.peek(), (id) => there.has(id));
    return { folders, canvases: calm };
  }, [place, visible.canvases, visible.folders, person.id, compare, wanted, by]);
}

/** Makes what a card shows; everything in it is a text or the same object as before. */
function useCards({ place, person, tree, visible }: DeskProps, contents: Contents): (one: Listed) => CardProps {
  const words = texts.value.dashboard;
  const holds = useMemo(() => counts(visible), [visible.canvases, visible.folders]);
  const isFound = sought.value.trim() !== '';
  const tells = isFound || place.kind === 'all';
  const first = contents.folders[0]?.id ?? contents.canvases[0]?.id;
  const { ids } = selection.value;
  const at = current.value !== undefined && isShown(contents, current.value) ? current.value : first;
  return (one) => ({
    one,
    sought: sought.value,
    isSelected: ids.has(one.id),
    isCurrent: one.id === at,
    path: tells && !(place.kind === 'all' && !isFound && one.folder_id === homeOf(person.id)) ? pathWords(one, tree, person) : '',
    holds: isCanvas(one) ? '' : words.folderHolds(...(holds.get(one.id) ?? ([0, 0] as const))),
    access: accessOf(one, person) === 'owner' ? '' : words.access[accessOf(one, person)],
    takesDrops: !isCanvas(one) && takesMore(one, person),
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
