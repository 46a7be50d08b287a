import { EllipsisVertical, Folder, House, Presentation, Trash2, Users } from 'lucide';
import { Icon, type IconNode } from '../../parts/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { addressOf, isCanvas, isHome, isTrash, type Listed, type ListedCanvas, type ListedFolder } from './listed.ts';
import { Name, nameOf } from './name.tsx';
import { Preview } from './preview.tsx';
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

const CanvasFace = ({ one, sought, path, access }: CardProps & { readonly one: ListedCanvas }) => (
  <>
    <Preview canvas={one} />
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
      <Icon of={folderIcon(one)} size={22} />
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

/** Of a folder of another person: a person's. */
export function folderIcon(one: ListedFolder, own?: string): IconNode {
  if (isTrash(one.id)) return Trash2;
  if (one.id === own) return House;
  return isHome(one.id) ? Users : Folder;
}
