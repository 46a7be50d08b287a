import type { Signal } from '@preact/signals';
import { measure } from '../../../model/looks/measure.ts';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { EditRefusal } from '../../live/edits/edits.ts';
import { newId } from '../../live/edits/new-id.ts';
import { kindWords } from '../../outline/labels.ts';
import { createLooks, type Looks } from '../../paint/looked.ts';
import { texts } from '../../texts.ts';
import { listen } from '../../view/listen.ts';
import { create } from '../commands/create.ts';
import { writeText } from '../commands/text.ts';
import type { Editing } from '../editing.ts';
import type { LostText } from '../rescue/salvage/salvage.ts';
import { editTexts } from '../texts.ts';
import { createDifference, type Difference } from './difference.tsx';
import { layOutDraft } from './draft-layout.ts';
import { COMPOSING, type EarlyStep } from './early-keys.ts';
import { fieldShapes } from './field-shapes.ts';
import { type FlowStep, noteAt, placeBeside } from './flow.ts';
import { createGhosts, type Ghosts } from './ghosts.ts';
import { createKeyboardRoom, type KeyboardRoom } from './keyboard-room.ts';
import { mayWrite, refusedWords, wordsIn } from './lost-words.ts';
import { type FollowedBox, OpenText } from './open-text.ts';
import { pressInText } from './press.ts';
import type { OpenOptions, TextEditing } from './text-editing.ts';
import { isOneLine, textFieldOf, valueIn } from './text-fields.ts';
import { wordsOf } from './written-words.ts';

/** What writes texts. Loaded right after the tools, before anybody can have chosen one. */
export const createWriting = (editing: Editing, opened: Signal<string | undefined>): Writing =>
  new CanvasWriting(editing, opened);

export interface Writing extends Omit<TextEditing, 'opened' | 'isLoaded'> {
  /** Does what was typed before the text was open. */
  type(steps: readonly EarlyStep[]): void;
}

/** What is open. */
interface Opened {
  readonly id: string;
  readonly field: string;
  readonly options: OpenOptions;
  readonly text: OpenText;
  /** Edits of one opening are one step of undo. */
  readonly run: string;
  /** The text when it was opened. */
  readonly before: string;
  /** The text of the record that the person has seen, or written. */
  known: string;
  /** Whether the edit that made the widget is on the stack of undo. */
  isRecorded: boolean;
}

class CanvasWriting implements Writing {
  readonly opened: Signal<string | undefined>;
  readonly #editing: Editing;
  readonly #looks: Looks;
  readonly #ends: (() => void)[] = [];
  readonly #room: KeyboardRoom;
  readonly #ghosts: Ghosts;
  #difference: Difference | undefined;
  #open: Opened | undefined;
  #runs = 0;

  constructor(editing: Editing, opened: Signal<string | undefined>) {
    this.#editing = editing;
    this.opened = opened;
    const { stage, board } = editing;
    this.#looks = createLooks(board, texts.peek().looks);
    this.#room = createKeyboardRoom(editing);
    this.#ghosts = createGhosts(editing);
    this.#ends.push(
      listen(stage, { keydown: (event) => this.#typeInto(event) }),
      board.onChange(() => this.#boardChanged()),
      editing.edits.onRefused((refusal) => this.#refused(refusal)),
    );
  }

  open(id: string, options: OpenOptions = {}): boolean {
    const item = this.#editing.board.item(id);
    const field = options.field ?? (item && textFieldOf(item));
    if (!item || field === undefined || typeof valueIn(item, field) !== 'string') return false;
    if (this.#open?.id === id && this.#open.field === field) return true;
    this.close();
    this.#editingOf(options).outline.selection.select(id);
    if (!this.#isWhole(item, field)) return this.#openPanel();
    this.#begin(item, field, options);
    return true;
  }

  fieldOf(id: string): string | undefined {
    return this.#open?.id === id ? this.#open.field : undefined;
  }

  type(steps: readonly EarlyStep[]): void {
    for (const { text, key } of steps) {
      if (text !== '') this.#open?.text.insert(text);
      if (key && this.#open) this.#press(key);
    }
  }

  readonly close = (): void => {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    this.#endExtras();
    open.text.close();
    const { isNew = false, staysEmpty = false } = open.options;
    if (isNew && !staysEmpty && open.text.draft.text.trim() === '') this.#removeEmpty(open);
    else this.#write(open, open.text.draft.text, open.text.followed);
    this.opened.value = undefined;
    this.#room.end();
  };

  readonly destroy = (): void => {
    if (mayWrite(this.#editing.board)) this.close();
    else this.#keepAll();
    for (const end of this.#ends) end();
    this.#room.close();
  };

  #editingOf({ by = this.#editing.seat }: OpenOptions): Editing {
    return this.#editing.bySeat.get(by) ?? this.#editing;
  }

  #begin(item: Item, field: string, options: OpenOptions): void {
    const text = textIn(item, field);
    const draft = options.isNew ? { text, from: 0, to: text.length } : { text, from: text.length, to: text.length };
    const editing = this.#editing;
    const open: Opened = {
      id: item.id,
      field,
      options,
      run: `text ${item.id} ${this.#runs++}`,
      before: text,
      known: text,
      isRecorded: options.made === undefined,
      text: new OpenText({
        editing,
        looks: this.#looks,
        item,
        field,
        draft,
        label: options.label ?? labelOf(item, field),
        isOneLine: isOneLine(item, field),
        write: (now, box) => this.#open && !this.#difference && this.#write(this.#open, now, box),
        cut: () => this.#cut(),
        told: () => this.#textChanged(),
      }),
    };
    this.#open = open;
    this.opened.value = item.id;
    open.text.input.addEventListener('keydown', (event) => this.#press(event));
    open.text.input.addEventListener('focusout', (event) => this.#left(event));
    if (options.typed !== undefined) open.text.replace(options.typed);
    else if (options.at) this.#selectAt(options.at);
    this.#room.show(() => open.text.box);
  }

  #selectAt({ x, y }: XY): void {
    const { left, top } = this.#editing.stage.getBoundingClientRect();
    const at = this.#open!.text.placeAt(x + left, y + top);
    if (at !== undefined) this.#open!.text.select(at, at);
  }

  #press(event: KeyboardEvent): void {
    const { text, options, field, id } = this.#open!;
    event.stopPropagation();
    if (event.isComposing || text.isComposing || event.keyCode === COMPOSING) return;
    if (options.pressed?.(event)) return event.preventDefault();
    const item = this.#editing.board.item(id);
    const isNote = item?.widget.widget_type === 'Note';
    pressInText(event, text, {
      isOneLine: item !== undefined && isOneLine(item, field),
      done: () => this.#done(),
      flow: isNote ? (step) => this.#flow(step) : undefined,
      turn: isNote ? () => this.open(id, { field: field === 'text' ? 'title' : 'text' }) : undefined,
    });
  }

  #done(): void {
    this.close();
    this.#editing.stage.focus({ preventScroll: true });
  }

  /** The focus goes somewhere else on the page, and not only out of the window. */
  #left({ relatedTarget }: FocusEvent): void {
    const { editors } = this.#editing.layers;
    if (relatedTarget instanceof Node && !editors.contains(relatedTarget) && relatedTarget !== this.#editing.stage) this.close();
  }

  #flow(step: FlowStep): void {
    const { text, id, options } = this.#open!;
    const by = options.by && { by: options.by };
    const { board } = this.#editing;
    const place = placeBeside(text.box, step, text.fromRight);
    const there = noteAt(board, place, id);
    const { widget } = board.item(id)!;
    this.close();
    if (there) return void this.open(there.id, by);
    if (widget.widget_type !== 'Note') return;
    const { parent_id, size, scale } = widget;
    const made = newId();
    const edit = create(board, { id: made, type: 'Note', box: place, parent_id, body: coloursOf(widget) });
    const [operation] = edit?.operations ?? [];
    if (operation?.op !== 'create') return;
    const alike = { ...operation, body: { ...operation.body, size, scale } };
    this.open(made, { ...by, isNew: true, made: this.#editing.edits.add({ label: 'add', operations: [alike] }) });
  }

  #write(open: Opened, text: string, box: FollowedBox | undefined): void {
    const { board } = this.#editing;
    const by = this.#editingOf(open.options);
    const item = board.item(open.id);
    if (!item) return;
    if (text === open.known && open.isRecorded) return;
    if (!open.isRecorded) by.history.record(open.options.made!, open.run);
    open.isRecorded = true;
    open.known = text;
    const written = writeText(board, open.id, open.field, text);
    const [operation] = written?.operations ?? [];
    if (operation?.op !== 'update') return;
    const body = { ...operation.body, ...boxBody(item, box) };
    by.perform({ label: 'text', operations: [{ ...operation, body }] }, open.run);
  }

  /** An empty new widget leaves nothing behind, not even a step of undo where it has none yet. */
  #removeEmpty({ id, isRecorded, run, options }: Opened): void {
    if (!this.#editing.board.item(id)) return;
    const edit = { label: 'delete', operations: [{ op: 'delete', id }] } as const;
    if (isRecorded) this.#editingOf(options).perform(edit, run);
    else this.#editing.edits.add(edit);
  }

  #boardChanged(): void {
    const open = this.#open;
    if (open && !this.#editing.board.item(open.id)) this.#keep(open, open.options.isNew ? 'refused' : 'gone');
  }

  /** Closes a text that cannot be written, and keeps what the person has made of it. */
  #keep(open: Opened, why: LostText['why']): void {
    this.#open = undefined;
    this.#endExtras();
    open.text.close();
    this.opened.value = undefined;
    this.#room.end();
    const { text } = open.text.draft;
    const { id, field, before } = open;
    const age = Number.POSITIVE_INFINITY;
    if (text !== before) this.#editing.rescue.keepText({ id, field, text, age, why, box: open.text.box });
  }

  #refused(refusal: EditRefusal): void {
    const open = this.#open;
    const { edit, reason, status } = refusal;
    const why = reason === 'gone' || status === 404 ? 'gone' : 'refused';
    // Where somebody else has written the same, the person chooses at the text, or among the changes that meet those of others
    if (reason === 'changed') return;
    for (const words of refusedWords(refusal)) {
      const isOpen = open?.id === words.id && open.field === words.field;
      if (isOpen) this.#keep(open, why);
      else this.#editing.rescue.keepText({ ...words, age: edit.key, why, box: this.#editing.board.item(words.id)?.box });
    }
  }

  /** The person may not write any more: what is open is kept, and what the server has not answered yet. */
  #keepAll(): void {
    const { edits, rescue, board } = this.#editing;
    for (const words of wordsIn(edits.unanswered()))
      rescue.keepText({ ...words, age: 0, why: 'refused', box: board.item(words.id)?.box });
    if (this.#open) this.#keep(this.#open, 'refused');
  }

  /** The draft has changed, or the record: where somebody else has changed that, both are there until somebody chooses. */
  #textChanged(): void {
    const open = this.#open;
    if (!open) return;
    const { text } = open;
    this.#ghosts.end();
    if (text.draft.text.trim() !== '') this.#ghosts.soon(() => this.#placesOfNext());
    const shown = this.#recorded(open);
    if (shown === open.known) return;
    if (shown === text.draft.text) {
      open.known = shown;
      this.#endDifference();
      return;
    }
    this.#difference ??= createDifference(this.#editing, () => text.box, {
      mine: () => this.#choose(text.draft.text),
      theirs: () => this.#choose(undefined),
      both: () => this.#keepBoth(),
    });
  }

  /** @param mine undefined: theirs */
  #choose(mine: string | undefined): void {
    const { text } = this.#open!;
    const theirs = this.#recorded(this.#open!);
    this.#open!.known = theirs;
    this.#endDifference();
    if (mine === undefined) text.replace(theirs);
    else text.write();
    text.input.focus({ preventScroll: true });
  }

  /** What the record says, with the changes of others. */
  #recorded({ id, field, known }: Opened): string {
    const item = this.#editing.board.item(id);
    return item ? textIn(item, field) : known;
  }

  #keepBoth(): void {
    const { text, id, field } = this.#open!;
    const { board } = this.#editing;
    const { widget } = board.item(id)!;
    const body = { ...(widget.widget_type === 'Note' && coloursOf(widget)), text: text.draft.text };
    const parent_id = 'parent_id' in widget ? widget.parent_id : undefined;
    const box = placeBeside(text.box, field === 'text' ? 'next' : 'below', text.fromRight);
    this.#editing.perform(create(board, { id: newId(), type: 'Note', box, parent_id, body }));
    this.#choose(undefined);
  }

  #placesOfNext() {
    const open = this.#open;
    const item = open && this.#editing.board.item(open.id);
    if (item?.widget.widget_type !== 'Note' || open?.options.pressed) return undefined;
    const { text } = open!;
    const places = (['next', 'below'] as const).map((step) => ({ step, box: placeBeside(text.box, step, text.fromRight) }));
    const free = places.filter(({ box }) => !noteAt(this.#editing.board, box, item.id));
    return { colour: item.widget.background_color, places: free };
  }

  #endDifference(): void {
    this.#difference?.close();
    this.#difference = undefined;
  }

  #endExtras(): void {
    this.#endDifference();
    this.#ghosts.end();
  }

  #cut(): void {
    this.close();
    this.#openPanel();
  }

  #openPanel(): boolean {
    this.#editing.panel.value = 'text';
    return true;
  }

  /** Whether the look shows all of a text. */
  #isWhole(item: Item, field: string): boolean {
    const text = textIn(item, field);
    const { written } = fieldShapes((one) => this.#looks.shapesOf({ ...item, widget: one }), item.widget, field, text);
    const words = written && wordsOf(written, item.zoom * this.#editing.camera.view.peek().zoom);
    return words !== undefined && !layOutDraft(words, text, measure).isCut;
  }

  /** Where letters are no shortcuts, one that is typed on a selected note begins to write at its end. */
  #typeInto(event: KeyboardEvent): void {
    const { navigation, outline, stage } = this.#editing;
    if (event.target !== stage || navigation.preferences.singleKeys.peek() || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || [...event.key].length !== 1 || event.key === ' ') return;
    const item = outline.selection.single();
    if (item?.widget.widget_type !== 'Note') return;
    event.preventDefault();
    this.open(item.id, { typed: item.widget.text + event.key });
  }
}

/** Fields of a page have no line ends but line feeds. */
const textIn = (item: Item, field: string): string => String(valueIn(item, field)).replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');

function labelOf({ widget }: Item, field: string): string {
  const words = editTexts.peek().text;
  const [kind] = kindWords(widget.widget_type, texts.peek().outline);
  return field === 'text' ? words.textOf(kind) : field === 'title' ? words.titleOf(kind) : words.nameOf(kind);
}

const coloursOf = ({ background_color, auto_text_color, text_color }: NoteColours) =>
  auto_text_color ? { background_color } : { background_color, auto_text_color, text_color };

interface NoteColours {
  readonly background_color: string;
  readonly auto_text_color: boolean;
  readonly text_color: string;
}

function boxBody({ widget }: Item, box: FollowedBox | undefined) {
  if (!box || !('location' in widget)) return {};
  const { x, y } = widget.location;
  return box.shift === 0 ? { size: box.size } : { size: box.size, location: { x: x + box.shift * widget.scale, y } };
}
