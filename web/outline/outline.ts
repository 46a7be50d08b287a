import { effect, type Signal, signal, untracked } from '@preact/signals';
import type { Clock } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { Board, Item, WidgetOf } from '../live/board.ts';
import { textsOf, type WidgetText } from '../live/widget-words.ts';
import { type CanvasPress, createCanvasKeys, type Travels } from '../selection/canvas-keys.ts';
import { createPicks } from '../selection/picks.ts';
import { createSelection, type Selection } from '../selection/selection.ts';
import { texts } from '../texts.ts';
import type { Camera } from '../view/camera.ts';
import { createAnnouncer, createAnnouncing } from './announcer.ts';
import { type Label, labelOf, shortName, spokenLabel } from './labels.ts';
import { createReading, type Reading } from './reading.ts';
import { createSearch, type Search } from './search.ts';
import { createSpeech, type Speech } from './speech.tsx';

/** The canvas as text, for everyone who reads, searches or hears it. */
export interface Outline {
  readonly board: Board;
  readonly reading: Reading;
  readonly selection: Selection;
  readonly search: Search;
  readonly speech: Speech;
  readonly travel: Travels;
  /** Which of the panels beside the canvas is open; one at a time. */
  readonly panel: Signal<'outline' | 'search' | 'share' | undefined>;
  /** Menus of the rows of the outline; undefined while nobody may do anything with them. */
  readonly rowActions: Signal<RowActions | undefined>;
  /** Whether changes by others are announced. */
  readonly announcing: Signal<boolean>;
  /** In the language of the page. */
  describe(widget: WidgetOf): Label;
  /** What a widget says, the likeliest name first. */
  textsOf(widget: WidgetOf): readonly WidgetText[];
  /** What a press on the canvas does, in pixels of the screen part. */
  tapped(tap: { readonly at: { readonly x: number; readonly y: number } }): void;
  /** What a key does while the canvas has the focus. False: nothing here. */
  press(press: CanvasPress): boolean;
  /** The Tab key has brought the focus to the canvas: what is first on the screen is selected, so that the canvas is one stop. */
  tabbedTo(): void;
  close(): void;
}

/** What can be done with a widget from its row in the outline. */
export interface RowActions {
  /** What the button is called. @param name of the widget */
  label(name: string): string;
  /** Opens the menu beside a box of the screen. */
  open(id: string, at: DOMRect, name: string): void;
}

export interface OutlineContext {
  readonly board: Board;
  readonly camera: Camera;
  readonly travel: Travels & {
    /** What "zoom to the selection" shows. */
    readonly selection: Signal<Box | undefined>;
  };
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  readonly kept: Pick<Storage, 'getItem' | 'setItem'>;
}

export function createOutline({ board, camera, travel, clock, kept }: OutlineContext): Outline {
  const reading = createReading(board, clock);
  const selection = createSelection(board);
  const speech = createSpeech();
  const search = createSearch({ board, selection, travel, clock });
  const announcing = createAnnouncing(kept);
  const press = createCanvasKeys({ board, camera, selection, reading, travel });
  const ends = [
    createAnnouncer({ board, speech, wanted: announcing, clock }),
    effect(() => {
      selection.ids.value;
      untracked(() => tellSelection(selection, { board, reading, speech }));
    }),
    tellTravel(board, selection, travel.selection),
  ];
  return {
    board,
    reading,
    selection,
    search,
    speech,
    travel,
    announcing,
    panel: signal(undefined),
    rowActions: signal(undefined),
    textsOf,
    describe: (widget) => labelOf(widget, board, texts.value.outline),
    tapped: createPicks({ board, camera, selection, travel, now: () => clock.steady() }),
    press,
    tabbedTo: () => void press(TAB),
    close() {
      for (const end of ends) end();
      for (const part of [search, reading, selection]) part.close();
    },
  };
}

const TAB: CanvasPress = { key: 'Tab', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** Says what is selected, with its position among its siblings: `3 of 120, under Start here`. */
function tellSelection(selection: Selection, { board, reading, speech }: Pick<Outline, 'board' | 'reading' | 'speech'>): void {
  const words = texts.peek().outline;
  const { size } = selection.ids.peek();
  const item = selection.single();
  if (item)
    speech.answer([spokenLabel(labelOf(item.widget, board, words), words), positionOf(item, reading)].filter(Boolean).join('. '));
  else if (size > 0) speech.answer(words.selected(size));
  else if (speech.urgent.peek() !== '') speech.answer(words.cleared);
}

function positionOf({ id }: Item, { entries, placeOf }: Reading): string {
  const words = texts.peek().outline;
  const list = entries.peek();
  const entry = list[placeOf(id) ?? -1];
  if (!entry) return '';
  const parent = list[entry.parent];
  return words.position(entry.position, entry.siblings, parent ? shortName(parent.item.widget, words) : '');
}

/** Keeps the box around the selected widgets true while they move. */
function tellTravel(board: Board, { ids }: Selection, box: Signal<Box | undefined>): () => void {
  const measure = (): void => {
    const boxes = [...ids.peek()].flatMap((id) => board.item(id)?.box ?? []);
    box.value = around(boxes);
  };
  const ends = [
    effect(() => {
      ids.value;
      measure();
    }),
    board.onChange(() => ids.peek().size > 0 && measure()),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function around([first, ...others]: readonly Box[]): Box | undefined {
  return others.reduce((whole: Box | undefined, box) => whole && joined(whole, box), first);
}

function joined(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
