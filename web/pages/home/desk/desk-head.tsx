import { FolderPlus, PanelLeft, Plus, Search, Trash2, UserPlus, Users } from 'lucide';
import { folderAddress } from '../../../../model/page-addresses.ts';
import { atLeast } from '../../../../model/resources/permission.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Logo } from '../../../parts/logo.tsx';
import { texts } from '../../../texts.ts';
import { AccountMenu } from '../../frame/account-menu.tsx';
import { openQuickly } from '../../frame/quick-open.ts';
import { homeOf, type ListedFolder } from '../listed.ts';
import { SearchField } from '../navigation/search-field.tsx';
import { accessOf, offersFor, takesMore } from '../offers.ts';
import { folderWord, placeWord } from '../path-words.ts';
import { askAbout } from '../questions/asking.ts';
import type { DeskProps } from './desk-props.ts';
import './desk-head.css';

/** Where one is or what was found, the search, what can be made here, and the account. */
export function DeskHead(props: DeskProps & { readonly found: number | undefined }) {
  const words = texts.value.dashboard;
  return (
    <div class="desk-head">
      <a class="desk-brand" href="/" aria-label={words.all}>
        <Logo />
      </a>
      <div class="desk-where">
        <button
          type="button"
          class="button quiet square desk-places"
          popovertarget="places"
          aria-label={words.showPlaces}
          title={words.showPlaces}
        >
          <Icon of={PanelLeft} />
        </button>
        {props.found === undefined ? <Where {...props} /> : <h1 aria-live="polite">{words.foundCount(props.found)}</h1>}
      </div>
      <SearchField />
      <IconButton class="desk-search" icon={Search} label={words.search} onClick={openQuickly} />
      <Makers {...props} />
      <AccountMenu />
    </div>
  );
}

function Where({ place, person, tree }: DeskProps) {
  const words = texts.value.dashboard;
  const path = place.kind === 'folder' ? tree.pathTo(place.folder_id) : [];
  const here = path.at(-1);
  if (place.kind === 'all') return <h1>{words.greeting(new Date().getHours(), person.name.split(' ')[0]!)}</h1>;
  if (!here) return <h1>{placeWord(place, person, tree)}</h1>;
  return (
    <>
      {path.length > 1 && (
        <nav aria-label={words.path} class="desk-path">
          <ol>
            {path.slice(0, -1).map((folder) => (
              <li key={folder.id} data-drop={takesMore(folder, person) ? folder.id : undefined}>
                <a href={folderAddress(folder.id)}>
                  <bdi>{folderWord(folder, person)}</bdi>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 title={folderWord(here, person)}>
        <bdi>{folderWord(here, person)}</bdi>
      </h1>
      <ShareButton folder={here} person={person} />
    </>
  );
}

/** The folder that is open has no card of its own. */
function ShareButton({ folder, person }: Pick<DeskProps, 'person'> & { readonly folder: ListedFolder }) {
  if (!offersFor(folder, person).has('share')) return null;
  const { share, see } = texts.value.dashboard.actions;
  const mayShare = atLeast(accessOf(folder, person), 'edit');
  return (
    <IconButton
      icon={mayShare ? UserPlus : Users}
      label={mayShare ? share : see}
      onClick={() => askAbout({ about: 'share', one: folder })}
    />
  );
}

/** Only what the person may make at this place; at the place of all canvases it is made in their home. */
function Makers({ place, person, tree, visible, found }: DeskProps & { readonly found: number | undefined }) {
  const words = texts.value.dashboard;
  if (place.kind === 'trash') {
    const count = [...visible.canvases.values(), ...visible.folders.values()].filter(
      (one) => one.folder_id === place.folder_id,
    ).length;
    if (count === 0 || found !== undefined) return null;
    return (
      <Button icon={Trash2} onClick={() => askAbout({ about: 'empty', folder_id: place.folder_id, count })}>
        {words.emptyDone}
      </Button>
    );
  }
  const folder_id = newIn({ place, person, tree });
  if (folder_id === undefined) return null;
  return (
    <>
      <IconButton
        kind="plain"
        icon={FolderPlus}
        label={words.newFolder}
        onClick={() => askAbout({ about: 'folder', folder_id })}
      />
      <Button kind="primary" icon={Plus} class="desk-new" onClick={() => askAbout({ about: 'canvas', folder_id })}>
        {words.newCanvas}
      </Button>
    </>
  );
}

/** The folder in which new things are made; undefined: the person may make nothing here. */
export function newIn({ place, person, tree }: Pick<DeskProps, 'place' | 'person' | 'tree'>): string | undefined {
  if (place.kind === 'all') return homeOf(person.id);
  return place.kind === 'folder' && takesMore(tree.folders.get(place.folder_id), person) ? place.folder_id : undefined;
}
