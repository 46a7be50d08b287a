import { signal } from '@preact/signals';
import { ChevronRight, Clock, House, type IconNode, Star, Trash2, Users } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { folderAddress } from '../../../../model/page-addresses.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Logo } from '../../../parts/logo.tsx';
import { session } from '../../../session/session.ts';
import { texts } from '../../../texts.ts';
import { folderIcon } from '../cards/card.tsx';
import { FolderArt } from '../cards/folder-art.tsx';
import { homeOf, isHome, type ListedFolder, trashOf } from '../listed.ts';
import { nameOf } from '../name.tsx';
import { type Person, takesMore } from '../offers.ts';
import { type Place, SHARED, STARRED, type Visible } from '../places.ts';
import type { Tree } from '../tree.ts';
import { PlacesFoot } from './places-foot.tsx';
import './places-nav.css';

interface Props {
  readonly id: string;
  readonly place: Place;
  readonly person: Person;
  readonly tree: Tree;
  readonly visible: Visible;
}

/** Folders whose folders are shown. */
const opened = signal<ReadonlySet<string>>(new Set());

/** All places that a person can go to; on a narrow page it opens above the others. */
export function PlacesNav({ id, place, person, tree, visible }: Props) {
  const words = texts.value.dashboard;
  const home = homeOf(person.id);
  const here = placeId(place);
  const holds = useMemo(() => canvasesIn(visible), [visible.canvases]);
  useEffect(() => {
    // The folders above the current place are unfolded
    const path = 'folder_id' in place ? tree.pathTo(place.folder_id).slice(0, -1) : [];
    if (path.some((folder) => !opened.peek().has(folder.id)))
      opened.value = new Set([...opened.peek(), ...path.map((one) => one.id)]);
  }, [here, tree]);
  const branch = { here, person, tree, holds };
  const own = tree.childrenOf(home);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <aside id={id} class="places" popover="auto" aria-label={words.places} onClick={(event) => leave(event)}>
      <a class="places-brand" href="/">
        <Logo size={30} />
        <span>{session.value?.server.name || texts.value.common.name}</span>
      </a>
      <nav aria-label={words.places}>
        <ul>
          <Entry to="/" icon={Clock} text={words.recent} isHere={here === ''} />
          <Entry to={folderAddress(home)} icon={House} text={words.own} isHere={here === home} drop={home} />
          <Branch {...branch} id={SHARED} face={<Icon of={Users} />} text={words.shared} folders={tree.shared} />
          <Entry to={folderAddress(STARRED)} icon={Star} text={words.starred} isHere={here === STARRED} />
          <Entry
            to={folderAddress(trashOf(person.id))}
            icon={Trash2}
            text={words.trash}
            isHere={here === trashOf(person.id)}
            drop={trashOf(person.id)}
          />
        </ul>
        {own.length > 0 && (
          <>
            <p class="places-caption" id="own-folders">
              {words.folders}
            </p>
            <ul aria-labelledby="own-folders">
              {own.map((one) => (
                <FolderBranch {...branch} key={one.id} one={one} />
              ))}
            </ul>
          </>
        )}
      </nav>
      <PlacesFoot visible={visible} />
    </aside>
  );
}

/** The same places on a phone, in one row. */
export function PlacePills({ place, person }: Pick<Props, 'place' | 'person'>) {
  const words = texts.value.dashboard;
  const all = [
    ['', '/', words.recent],
    [homeOf(person.id), folderAddress(homeOf(person.id)), words.mine],
    [SHARED, folderAddress(SHARED), words.sharedShort],
    [STARRED, folderAddress(STARRED), words.starred],
    [trashOf(person.id), folderAddress(trashOf(person.id)), words.trash],
  ] as const;
  return (
    <nav class="pills" aria-label={words.places}>
      {all.map(([id, address, text]) => (
        <a key={id} href={address} aria-current={placeId(place) === id ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

const placeId = (place: Place): string => {
  if ('folder_id' in place) return place.folder_id;
  return { all: '', shared: SHARED, starred: STARRED }[place.kind];
};

/** How many canvases are directly in each folder. */
function canvasesIn({ canvases }: Visible): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { folder_id } of canvases.values()) all.set(folder_id, (all.get(folder_id) ?? 0) + 1);
  return all;
}

/** Whoever has gone somewhere wants to see it. */
function leave(event: MouseEvent): void {
  const nav = event.currentTarget as HTMLElement;
  if (event.target instanceof Element && event.target.closest('a') && nav.matches(':popover-open')) nav.hidePopover();
}

interface EntryProps {
  readonly to: string;
  readonly icon: IconNode;
  readonly text: string;
  readonly isHere: boolean;
  readonly drop?: string | undefined;
}

const Entry = ({ to, icon, text, isHere, drop }: EntryProps) => (
  <li>
    <div class="place" data-drop={drop}>
      <a href={to} aria-current={isHere ? 'page' : undefined} title={text}>
        <Icon of={icon} />
        <bdi>{text}</bdi>
      </a>
    </div>
  </li>
);

interface BranchProps {
  readonly id: string;
  readonly face: ComponentChildren;
  readonly text: string;
  readonly folders: readonly ListedFolder[];
  readonly here: string;
  readonly person: Person;
  readonly tree: Tree;
  readonly holds: ReadonlyMap<string, number>;
}

/** A folder, and those in it once somebody has opened it. */
function Branch({ id, face, text, folders, ...more }: BranchProps) {
  const { here, person, tree, holds } = more;
  const isOpen = opened.value.has(id);
  return (
    <li>
      <div class="place" data-drop={takesMore(tree.folders.get(id), person) ? id : undefined}>
        <a href={folderAddress(id)} aria-current={here === id ? 'page' : undefined} title={text}>
          {face}
          <bdi>{text}</bdi>
          {holds.has(id) && (
            <span class="place-count" aria-hidden="true">
              {holds.get(id)}
            </span>
          )}
        </a>
        {folders.length > 0 && <Opener id={id} text={text} isOpen={isOpen} />}
      </div>
      {isOpen && folders.length > 0 && (
        <ul>
          {folders.map((one) => (
            <FolderBranch {...more} key={one.id} one={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

const FolderBranch = ({
  one,
  ...more
}: Omit<BranchProps, 'id' | 'face' | 'text' | 'folders'> & { readonly one: ListedFolder }) => (
  <Branch
    {...more}
    id={one.id}
    face={isHome(one.id) ? <Icon of={folderIcon(one)} /> : <FolderArt id={one.id} size={18} />}
    text={nameOf(one)}
    folders={more.tree.childrenOf(one.id)}
  />
);

const Opener = ({ id, text, isOpen }: { readonly id: string; readonly text: string; readonly isOpen: boolean }) => (
  <button
    type="button"
    class="place-opener"
    aria-label={texts.value.dashboard.openFolders(text)}
    aria-expanded={isOpen}
    onClick={() => {
      opened.value = isOpen ? new Set([...opened.value].filter((one) => one !== id)) : new Set([...opened.value, id]);
    }}
  >
    <Icon of={ChevronRight} size={16} />
  </button>
);
