import { canvasAddress, folderAddress } from '../../../model/page-addresses.ts';
import type { Permission } from '../../../model/resources/permission.ts';

/** What canvases and folders have in common (interface/canvases 2.1 and 3.2). */
interface Common {
  readonly id: string;
  readonly name: string;
  /** The parent; empty only on the root. */
  readonly folder_id: string;
  readonly access: Permission;
  readonly in_trash: boolean;
  readonly state: string;
}

/** A canvas as lists show it. */
export interface ListedCanvas extends Common {
  readonly mode: 'normal' | 'demo';
  readonly asset_size: number;
  /** Empty: nobody has asked for a picture yet, or none can be made. */
  readonly preview_hash: string;
  readonly created_at: string;
  readonly modified_at: string;
}

/** A folder as lists show it. */
export type ListedFolder = Common;

export type Listed = ListedCanvas | ListedFolder;

/** What the person keeps about a canvas, or a folder in the trash (interface/canvases 13). */
export interface ListedMark {
  readonly id: string;
  readonly item_id: string;
  readonly starred: boolean;
  /** Empty: not lately. */
  readonly opened_at: string;
  /** The folder in which it was before it came into the trash; empty: it is not there. */
  readonly trashed_from: string;
}

/** Folders have no content of their own, and so no time at which it changed. */
export const isCanvas = (one: Listed): one is ListedCanvas => 'modified_at' in one;

/** The folder of everything that a person makes without saying where (interface/canvases 3.1). */
export const homeOf = (user: number): string => String(user);
export const trashOf = (user: number): string => `trash.${user}`;

export const isTrash = (folder_id: string): boolean => folder_id.startsWith('trash.');
export const isHome = (folder_id: string): boolean => /^\d+$/.test(folder_id);

/** The root, homes and trash folders: nobody may rename, move, copy or delete them. */
export const isSystem = (one: Listed): boolean => !isCanvas(one) && (one.folder_id === '' || isHome(one.id) || isTrash(one.id));

/** The address on the page. */
export const addressOf = (one: Listed): string => (isCanvas(one) ? canvasAddress(one.id) : folderAddress(one.id));

/** The path in the interface. */
export const pathOf = (one: Listed): string => `/${isCanvas(one) ? 'canvases' : 'canvas-folders'}/${one.id}`;
