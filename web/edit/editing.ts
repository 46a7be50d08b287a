import type { Signal } from '@preact/signals';
import type { Islands } from '../islands/islands.ts';
import type { EditableBoard, Item } from '../live/board.ts';
import type { Connection } from '../live/connection.ts';
import type { Edit, NewEdit } from '../live/edits/edit.ts';
import type { Edits } from '../live/edits/edits.ts';
import type { Outline } from '../outline/outline.ts';
import type { CanvasBitmaps } from '../paint/bitmaps.ts';
import type { KeptPicture } from '../paint/kept-picture.ts';
import type { MenuItem } from '../parts/menu/menu-items.tsx';
import type { OwnPresenceTeller } from '../presence/own-presence.ts';
import type { Presence } from '../presence/presence.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import type { Navigation } from '../view/navigation.ts';
import type { Takeover } from '../view/takeover.ts';
import type { Adding } from './add/adding.ts';
import type { Arranging } from './arrange/arranging.ts';
import type { Clip } from './clip/clip.ts';
import type { EditLayers } from './edit-layers.ts';
import type { FileUploads } from './files/file-uploads.ts';
import type { Hands } from './hands/hands.ts';
import type { Held } from './held.ts';
import type { History } from './history.ts';
import type { Inking } from './ink/inking.ts';
import type { Kinds } from './kinds/kinds.ts';
import type { Presets } from './presets.ts';
import type { EditQuestion } from './question.ts';
import type { Rescue } from './rescue/rescue.ts';
import type { Seat } from './seat.ts';
import type { Seating } from './seats/seating.ts';
import type { TextEditing } from './text/text-editing.ts';
import type { Together } from './together/together.ts';

/** What of an opened canvas its editing uses. */
export interface EditedCanvas {
  readonly opened: {
    readonly board: EditableBoard;
    readonly camera: Camera;
    readonly frames: Frames;
    readonly bitmaps: CanvasBitmaps;
    readonly connection: Connection;
  };
  readonly navigation: Navigation;
  readonly outline: Outline;
  readonly presence: Pick<Presence, 'people'>;
  readonly takeover: { current: Takeover | undefined };
  /** What the menu of the canvas offers besides, while the person edits. */
  readonly moreItems: Signal<readonly MenuItem[]>;
}

/** What is shown of it. */
export interface EditedStage {
  readonly layers: { readonly stage: HTMLElement; readonly marks: HTMLElement };
  readonly picture: KeptPicture;
  readonly islands: Islands;
  /** Tells others what hands of this page do. */
  readonly teller: Pick<OwnPresenceTeller, 'hold'>;
}

/** A panel of editing that is open beside the canvas. */
export type EditPanel = 'properties' | 'text' | 'background' | 'colours' | 'demo' | 'uploads' | 'replace' | 'conflicts' | 'bin';

/** Everything that tools, gestures, keys, menus and panels of one canvas share. */
export interface Editing extends Readonly<EditedCanvas['opened']> {
  readonly navigation: Navigation;
  readonly outline: Outline;
  readonly presence: EditedCanvas['presence'];
  readonly teller: EditedStage['teller'];
  readonly stage: HTMLElement;
  readonly picture: KeptPicture;
  readonly islands: Islands;
  readonly layers: EditLayers;
  readonly edits: Edits;
  readonly history: History;
  readonly seat: Seat;
  readonly seating: Seating;
  /** What other seats than that of the keyboard edit with. */
  readonly bySeat: Map<Seat, Editing>;
  readonly held: Held;
  readonly together: Together;
  readonly ink: Inking;
  readonly hands: Hands;
  readonly text: TextEditing;
  readonly uploads: FileUploads;
  readonly rescue: Rescue;
  readonly clip: Clip;
  readonly kinds: Kinds;
  readonly arranging: Arranging;
  readonly presets: Presets;
  readonly panel: Signal<EditPanel | undefined>;
  /** What is asked in a dialog before something large is done. */
  readonly question: Signal<EditQuestion | undefined>;
  /** What of adding is open; undefined: nothing. */
  readonly adding: Signal<Adding | undefined>;
  /**
   * Shows and sends what a command made, and puts it on the stack of undo. Edits of one `run` are one step of undo. Undefined: the
   * command had nothing to do. @param isShownLater `edits.show` shows it
   */
  perform(edit: NewEdit | undefined, run?: string, isShownLater?: boolean): Edit | undefined;
  /** The selected widgets, in painting order. */
  selected(): Item[];
  close(): void;
}
