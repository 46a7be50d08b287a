import { Plus } from 'lucide';
import { Button } from '../../parts/button.tsx';
import { texts } from '../../texts/texts.ts';
import { askAbout } from './asking.ts';
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
  return (
    <div class="empty">
      <Art />
      <h2>{title}</h2>
      <p>{text}</p>
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

function kindOf({ place, person, tree, isSearch }: DeskProps & { readonly isSearch: boolean }): Kind {
  if (isSearch) return 'search';
  if (place.kind === 'shared') return person.admin ? 'others' : 'shared';
  if (place.kind !== 'folder') return place.kind;
  if (!tree.folders.has(place.folder_id)) return 'gone';
  return newIn({ place, person, tree }) === undefined ? 'folderOnly' : 'folder';
}

const Art = () => (
  <svg class="empty-art" viewBox="0 0 200 110" aria-hidden="true">
    <rect x="10" y="10" width="180" height="90" rx="10" />
    <rect class="empty-accent" x="34" y="30" width="38" height="30" rx="4" />
    <rect x="96" y="42" width="66" height="38" rx="4" />
    <path d="M72 45 C 86 45, 82 60, 96 60" fill="none" />
  </svg>
);
