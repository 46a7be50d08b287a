import { Plus } from 'lucide';
import { folderAddress } from '../../../../model/page-addresses.ts';
import { Button } from '../../../parts/button.tsx';
import { texts } from '../../../texts.ts';
import { Picture } from '../../sign-in/picture.tsx';
import { sought } from '../choices.ts';
import { trashOf } from '../listed.ts';
import { foundInTrash } from '../places.ts';
import { askAbout } from '../questions/asking.ts';
import { newIn } from './desk-head.tsx';
import type { DeskProps } from './desk-props.ts';

type Kind = keyof ReturnType<typeof emptyTexts>;
const emptyTexts = () => texts.value.dashboard.empty;

/** A place without anything says what it is for, and offers the one thing to do there. */
export function Empty(props: DeskProps & { readonly isSearch: boolean }) {
  const words = texts.value.dashboard;
  const kind = kindOf(props);
  const [title, text] = emptyTexts()[kind];
  const folder_id = props.isSearch ? undefined : newIn(props);
  const inTrash = props.isSearch && props.place.kind !== 'trash' ? foundInTrash(sought.value, props.visible) : 0;
  return (
    <div class="empty">
      {kind !== 'search' && (
        <div class="empty-art">
          <Picture />
        </div>
      )}
      <h2>{title}</h2>
      {inTrash > 0 ? <a href={trashSearch(props)}>{words.inTrash(inTrash)}</a> : <p>{text}</p>}
      {folder_id !== undefined && (
        <Button kind="primary" icon={Plus} onClick={() => askAbout({ about: 'canvas', folder_id })}>
          {words.newCanvas}
        </Button>
      )}
      {kind === 'gone' && (
        <a class="button plain" href="/">
          {words.toAll}
        </a>
      )}
    </div>
  );
}

const trashSearch = ({ person }: DeskProps): string => folderAddress(trashOf(person.id));

function kindOf({ place, tree, person, isSearch }: DeskProps & { readonly isSearch: boolean }): Kind {
  if (isSearch) return 'search';
  if (place.kind !== 'folder') return place.kind;
  if (!tree.folders.has(place.folder_id)) return 'gone';
  return newIn({ place, person, tree }) === undefined ? 'folderOnly' : 'folder';
}
