import { EllipsisVertical, Folder, House, Presentation, Star, Trash2, Users } from 'lucide';
import { Avatar } from '../../../parts/avatar.tsx';
import { Icon, type IconNode } from '../../../parts/icon.tsx';
import { Preview } from '../../../parts/preview.tsx';
import { texts } from '../../../texts.ts';
import { addressOf, isCanvas, isHome, isTrash, type Listed, type ListedCanvas, type ListedFolder } from '../listed.ts';
import { Name, nameOf } from '../name.tsx';
import { FolderArt } from './folder-art.tsx';
import { hereOn } from './here.ts';
import type { Owner } from './owner.ts';
import { Ago } from './time.tsx';

/** What a card shows. All is drawn anew only when one of these is another. */
export interface CardProps {
  readonly one: Listed;
  readonly sought: string;
  readonly isSelected: boolean;
  /** The card that Tab leads to; arrows lead to the others. */
  readonly isCurrent: boolean;
  /** Where it stands, when it is found from elsewhere. */
  readonly path: string;
  /** How many canvases and folders are in a folder. */
  readonly holds: string;
  /** What the person may do, if that is less than everything. */
  readonly access: string;
  readonly takesDrops: boolean;
  /** In whose home it is, where the person sees that. */
  readonly owner: Owner | undefined;
  readonly isOwn: boolean;
  readonly isStarred: boolean;
}

/** A canvas or a folder, with a link, a box to select it, and a button for its menu. */
export function Card(props: CardProps) {
  const { one, isSelected, isCurrent, takesDrops } = props;
  const words = texts.value.dashboard;
  const name = nameOf(one);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      class={`card ${isCanvas(one) ? 'card-canvas' : 'card-folder'} ${isSelected ? 'card-selected' : ''}`}
      data-id={one.id}
      data-drop={takesDrops ? one.id : undefined}
    >
      <div class="card-box" draggable>
        <a class="card-link" href={addressOf(one)} tabIndex={tabIndex} draggable={false} title={name}>
          {isCanvas(one) ? <CanvasFace {...props} one={one} /> : <FolderFace {...props} one={one} />}
        </a>
        {isCanvas(one) && <StarButton name={name} isStarred={props.isStarred} tabIndex={tabIndex} />}
        <label class="card-check" title={words.select(name)}>
          <input type="checkbox" checked={isSelected} tabIndex={tabIndex} aria-label={words.select(name)} />
        </label>
        <button
          type="button"
          class="button quiet square card-more"
          tabIndex={tabIndex}
          aria-label={words.actionsFor(name)}
          title={words.actionsFor(name)}
          aria-haspopup="menu"
        >
          <Icon of={EllipsisVertical} />
        </button>
      </div>
    </li>
  );
}

/** The kind is heard, because the picture that tells it is not seen. */
const Kind = ({ children }: { readonly children: string }) => <span class="unseen">, {children}</span>;

const CanvasFace = ({ one, sought, path, access, owner, isOwn }: CardProps & { readonly one: ListedCanvas }) => (
  <>
    <span class="card-picture">
      <Preview canvas={one} />
      <Here id={one.id} />
    </span>
    {one.mode === 'demo' && (
      <span class="card-badge">
        <Icon of={Presentation} size={14} />
        {texts.value.dashboard.demo}
      </span>
    )}
    <span class="card-text">
      <span class="card-name">
        <Name one={one} sought={sought} />
        <Kind>{texts.value.dashboard.canvasKind}</Kind>
      </span>
      <span class="card-facts">
        {owner && (
          <span class="card-owner">
            <Avatar user={owner} size={20} />
            {isOwn ? texts.value.dashboard.you : owner.name}
          </span>
        )}
        <Ago time={one.modified_at} />
        {access && <span>{access}</span>}
        {path && <bdi class="card-path">{path}</bdi>}
      </span>
    </span>
  </>
);

const FolderFace = ({ one, sought, holds, path, access }: CardProps & { readonly one: ListedFolder }) => (
  <>
    <span class="card-icon">
      {isHome(one.id) || isTrash(one.id) ? <Icon of={folderIcon(one)} size={24} /> : <FolderArt id={one.id} />}
    </span>
    <span class="card-text">
      <span class="card-name">
        <Name one={one} sought={sought} />
        <Kind>{texts.value.dashboard.folderKind}</Kind>
      </span>
      <span class="card-facts">
        <span>{holds}</span>
        {access && <span>{access}</span>}
        {path && <bdi class="card-path">{path}</bdi>}
      </span>
    </span>
  </>
);

const StarButton = ({ name, isStarred, tabIndex }: Pick<CardProps, 'isStarred'> & { name: string; tabIndex: number }) => {
  const words = texts.value.dashboard;
  return (
    <button
      type="button"
      class="card-star"
      tabIndex={tabIndex}
      aria-pressed={isStarred}
      aria-label={words.star(name)}
      title={isStarred ? words.unstar(name) : words.star(name)}
    >
      <Icon of={Star} />
    </button>
  );
};

/** Drawn anew by itself when somebody comes or goes. */
function Here({ id }: { readonly id: string }) {
  const people = hereOn(id).value;
  if (people.length === 0) return null;
  return (
    <span class="card-here">
      <span class="card-faces">
        {people.slice(0, 3).map(({ key, name, colour }) => (
          <Avatar key={key} user={{ id: 0, name }} colour={colour} size={20} letters={1} />
        ))}
      </span>
      {texts.value.dashboard.here(people.length, people[0]!.name)}
    </span>
  );
}

/** The icon of a folder; another person's home has the icon of a person. */
export function folderIcon(one: ListedFolder, own?: string): IconNode {
  if (isTrash(one.id)) return Trash2;
  if (one.id === own) return House;
  return isHome(one.id) ? Users : Folder;
}
