import { effect, signal } from '@preact/signals';
import { usualClock } from '../../client/index.ts';
import type { Islands } from '../islands/islands.ts';
import type { EditableBoard, Item } from '../live/board.ts';
import type { Connection } from '../live/connection.ts';
import type { Edit, NewEdit } from '../live/edits/edit.ts';
import type { Edits } from '../live/edits/edits.ts';
import type { Outline } from '../outline/outline.ts';
import type { CanvasBitmaps } from '../paint/bitmaps.ts';
import type { KeptPicture } from '../paint/kept-picture.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import type { Navigation } from '../view/navigation.ts';
import type { Adding } from './add/adding.ts';
import type { Arranging } from './arrange/arranging.ts';
import { createArranging } from './arrange/create-arranging.ts';
import type { Clip } from './clip/clip.ts';
import { createClip } from './clip/create-clip.ts';
import { createHistory } from './create-history.ts';
import { addLayers } from './edit-layers.ts';
import type { EditedCanvas, EditedStage, Editing, EditPanel } from './editing.ts';
import type { FileUploads } from './files/file-uploads.ts';
import { createLazyUploads } from './files/lazy-uploads.ts';
import { createHands } from './hands/create-hands.ts';
import type { Hands } from './hands/hands.ts';
import { createHeld, type Held } from './held.ts';
import type { History } from './history.ts';
import { createInking } from './ink/create-inking.ts';
import type { Inking } from './ink/inking.ts';
import { createEditKeys } from './keys/create-edit-keys.ts';
import { createKinds } from './kinds/create-kinds.ts';
import type { Kinds } from './kinds/kinds.ts';
import { createPresets, type Presets } from './presets.ts';
import type { EditQuestion } from './question.ts';
import { createRescue } from './rescue/create-rescue.ts';
import type { Rescue } from './rescue/rescue.ts';
import { beginSaving } from './saving/begin-saving.ts';
import { createPersonEdits } from './saving/person-edits.ts';
import { createSeat, type Seat } from './seat.ts';
import { createSeating } from './seats/create-seating.ts';
import type { Seating } from './seats/seating.ts';
import { createEditSpeech, type EditSpeech } from './spoken/create-edit-speech.ts';
import { spokenHistory } from './spoken/spoken-history.ts';
import { createTextEditing } from './text/create-text-editing.ts';
import { mayWrite } from './text/lost-words.ts';
import type { TextEditing } from './text/text-editing.ts';
import { createTogether } from './together/create-together.ts';
import type { Together } from './together/together.ts';

/** Begins to edit a canvas. Close it, or its layers stay. */
export const createEditing = (canvas: EditedCanvas, shown: EditedStage): Editing => new CanvasEditing(canvas, shown);

class CanvasEditing implements Editing {
  readonly board: EditableBoard;
  readonly camera: Camera;
  readonly frames: Frames;
  readonly bitmaps: CanvasBitmaps;
  readonly connection: Connection;
  readonly navigation: Navigation;
  readonly outline: Outline;
  readonly presence: Editing['presence'];
  readonly teller: Editing['teller'];
  readonly stage: HTMLElement;
  readonly picture: KeptPicture;
  readonly islands: Islands;
  readonly layers: ReturnType<typeof addLayers>;
  readonly edits: Edits;
  readonly history: History;
  readonly seat = createSeat();
  readonly seating: Seating;
  readonly bySeat = new Map<Seat, Editing>();
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
  readonly panel = signal<EditPanel | undefined>(undefined);
  readonly question = signal<EditQuestion | undefined>(undefined);
  readonly #speech: EditSpeech;
  readonly adding = signal<Adding | undefined>(undefined);
  readonly #ends: (() => void)[] = [];

  constructor({ opened, navigation, outline, presence, takeover }: EditedCanvas, shown: EditedStage) {
    const { layers, picture, islands } = shown;
    this.board = opened.board;
    this.camera = opened.camera;
    this.frames = opened.frames;
    this.bitmaps = opened.bitmaps;
    this.connection = opened.connection;
    this.navigation = navigation;
    this.outline = outline;
    this.presence = presence;
    this.teller = shown.teller;
    this.stage = layers.stage;
    this.picture = picture;
    this.islands = islands;
    this.layers = addLayers(layers.stage, layers.marks);
    this.edits = createPersonEdits(opened.board, opened.connection);
    const { shortcuts } = navigation;
    this.#speech = createEditSpeech({
      board: this.board,
      outline,
      shortcuts,
      clock: usualClock,
      isWriting: () => this.text.opened.peek() !== undefined,
    });
    this.history = spokenHistory(createHistory(this), this.#speech);
    this.held = createHeld(this.board);
    this.presets = createPresets(opened.connection, opened.board.canvas_id);
    this.text = createTextEditing(this);
    this.uploads = createLazyUploads(this);
    this.rescue = createRescue(this);
    this.together = createTogether(this);
    this.clip = createClip(this);
    this.ink = createInking(this);
    this.seating = createSeating(this);
    this.hands = createHands(this);
    this.kinds = createKinds(this);
    this.arranging = createArranging(this);
    const keys = createEditKeys(this);
    const { claim, tapped, boxOf } = this.hands;
    takeover.current = { claim, tapped, boxOf, press: (event) => this.hands.press(event) || keys.press(event) };
    islands.follow(boxOf);
    this.#ends.push(
      ...beginSaving(this.edits),
      () => islands.follow(undefined),
      () => this.together.close(),
      this.seating.close,
      () => keys.close(),
      this.#speech.close,
      () => {
        takeover.current = undefined;
      },
      this.#tell(),
      ...[this.kinds, this.arranging, this.hands, this.ink].map((part) => () => part.close()),
      () => this.text.destroy(),
      ...[this.uploads, this.clip, this.rescue].map((part) => () => part.close()),
      () => this.edits.close(),
      () => this.layers.remove(),
      this.presets.close,
    );
  }

  perform(edit: NewEdit | undefined, run?: string, isShownLater = false): Edit | undefined {
    if (edit?.skipped && edit.operations.length === 0) this.#speech.pinned(edit.skipped);
    if (!edit || edit.operations.length === 0) return undefined;
    const done = this.edits.add(edit, isShownLater);
    this.history.record(done, run);
    return done;
  }

  selected(): Item[] {
    const items = [...this.outline.selection.ids.peek()].flatMap((id) => this.board.item(id) ?? []);
    return items.sort((a, b) => a.order - b.order);
  }

  close(): void {
    if (!mayWrite(this.board)) this.rescue.keepUnfinished();
    for (const end of this.#ends) end();
  }

  /** For whoever looks at the page from outside, such as tests. */
  #tell(): () => void {
    const { dataset } = this.stage;
    return effect(() => {
      dataset.tool = this.seat.tool.value;
      dataset.saved = this.edits.saved.value;
      dataset.pending = String(this.edits.pending.value);
      this.stage.toggleAttribute('data-kept', this.edits.isKept.value);
      dataset.selected = String(this.outline.selection.ids.value.size);
      dataset.editing = this.text.opened.value ?? '';
      dataset.hands = String(this.hands.count.value);
      dataset.seats = String(this.seating.seats.value.length + 1);
      const parts = [this.ink, this.kinds, this.text, this.arranging, this.together, this.clip, this.rescue];
      const isComplete = parts.every(({ isLoaded }) => isLoaded.value);
      this.stage.toggleAttribute('data-complete', isComplete);
      // Such a page does not load itself again (web/pages/may-reload.ts)
      const isBusy = this.edits.pending.value > 0 || this.text.opened.value !== undefined || this.hands.count.value > 0;
      this.stage.toggleAttribute('data-busy', isBusy);
    });
  }
}
