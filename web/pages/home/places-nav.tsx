import { signal } from '@preact/signals';
import { ChevronRight, House, type IconNode, LayoutGrid, Trash2, Users } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { folderIcon } from './card.tsx';
import { folderAddress, homeOf, type ListedFolder, trashOf } from './listed.ts';
import { nameOf } from './name.tsx';
import { type Person, takesMore } from './offers.ts';
import { type Place, SHARED } from './places.ts';
import type { Tree } from './tree.ts';
import './places-nav.css';

interface Props {
  readonly id: string;
  readonly place: Place;
  readonly person: Person;
  readonly tree: Tree;
}

/** Folders whose folders are shown. */
const opened = signal<ReadonlySet<string>>(new Set());

/** All places that a person can go to; on a narrow page it opens above the others. */
export function PlacesNav({ id, place, person, tree }: Props) {
  const words = texts.value.dashboard;
  const home = homeOf(person.id);
  const here = placeId(place);
  useEffect(() => {
    // So that one sees where one is
    const path = 'folder_id' in place ? tree.pathTo(place.folder_id).slice(0, -1) : [];
    if (path.some((folder) => !opened.peek().has(folder.id)))
      opened.value = new Set([...opened.peek(), ...path.map((one) => one.id)]);
  }, [here, tree]);
  const branch = { here, person, tree };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <nav id={id} class="places" popover="auto" aria-label={words.places} onClick={(event) => leave(event)}>
      <ul>
        <Entry to="/" icon={LayoutGrid} text={words.all} isHere={here === ''} />
        <Branch
          {...branch}
          id={home}
          icon={House}
          text={words.own}
          folders={tree.childrenOf(home)}
          address={folderAddress(home)}
        />
        <Branch
          {...branch}
          id={SHARED}
          icon={Users}
          text={person.admin ? words.others : words.shared}
          folders={tree.shared}
          address={folderAddress(SHARED)}
        />
        <Entry
          to={folderAddress(trashOf(person.id))}
          icon={Trash2}
          text={words.trash}
          isHere={here === trashOf(person.id)}
          drop={trashOf(person.id)}
        />
      </ul>
    </nav>
  );
}

const placeId = (place: Place): string => ('folder_id' in place ? place.folder_id : place.kind === 'shared' ? SHARED : '');

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
  readonly icon: IconNode;
  readonly text: string;
  readonly address: string;
  readonly folders: readonly ListedFolder[];
  readonly here: string;
  readonly person: Person;
  readonly tree: Tree;
}

/** A folder, and those in it once somebody has opened it. */
function Branch({ id, icon, text, address, folders, ...more }: BranchProps) {
  const { here, person, tree } = more;
  const isOpen = opened.value.has(id);
  return (
    <li>
      <div class="place" data-drop={takesMore(tree.folders.get(id), person) ? id : undefined}>
        <a href={address} aria-current={here === id ? 'page' : undefined} title={text}>
          <Icon of={icon} />
          <bdi>{text}</bdi>
        </a>
        {folders.length > 0 && <Opener id={id} text={text} isOpen={isOpen} />}
      </div>
      {isOpen && folders.length > 0 && (
        <ul>
          {folders.map((one) => (
            <Branch
              {...more}
              key={one.id}
              id={one.id}
              icon={folderIcon(one)}
              text={nameOf(one)}
              address={folderAddress(one.id)}
              folders={tree.childrenOf(one.id)}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

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
