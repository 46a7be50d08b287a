import { effect } from '@preact/signals';
import { type Timer, usualClock } from '../../../client/index.ts';
import { measure } from '../../../model/looks/measure.ts';
import type { Box, Shape } from '../../../model/looks/shapes.ts';
import { isFromRight } from '../../../model/looks/text-breaks.ts';
import type { Size } from '../../../model/types.ts';
import type { BoardChange, Item } from '../../live/board.ts';
import type { Looks } from '../../paint/looked.ts';
import type { Editing } from '../editing.ts';
import { boxFor } from './box-for.ts';
import { type Draft, DraftHistory, type DraftStep, inserted, selectedText } from './draft.ts';
import { type DraftLayout, layOutDraft } from './draft-layout.ts';
import { fieldShapes } from './field-shapes.ts';
import { changed, changeIn, overSofts, toText, toValue, type ValueRange } from './soft-breaks.ts';
import { TextField } from './text-field.ts';
import { refuseTooLong } from './text-limit.ts';
import { lettersOfText, pageScale, sizeOf, wordsOf } from './written-words.ts';

export interface OpenTextContext {
  readonly editing: Editing;
  readonly looks: Looks;
  readonly item: Item;
  readonly field: string;
  readonly label: string;
  /** Enter ends it. */
  readonly isOneLine: boolean;
  readonly draft: Draft;
  /** Writes what the person has typed so far. */
  readonly write: (text: string, box: FollowedBox | undefined) => void;
  /** The look shows only a part of the text. */
  readonly cut: () => void;
  /** Something has changed: of the text, or where it stands. */
  readonly told: () => void;
}

/** The size of a text whose box follows it, and how far its left edge has moved, in pixels of the widget. */
export interface FollowedBox {
  readonly size: Size;
  readonly shift: number;
}

/** Milliseconds after which others see what was typed. */
const PACE = 2_000;

/** One text that is being written: a draft, its layout, and the field that shows it. */
export class OpenText {
  readonly input: HTMLTextAreaElement;
  readonly #context: OpenTextContext;
  readonly #field: TextField;
  readonly #history = new DraftHistory();
  readonly #ends: (() => void)[] = [];
  /** The letters of a text whose box follows it. */
  readonly #letters: number | undefined;
  #item: Item;
  #draft: Draft;
  #layout!: DraftLayout;
  #card!: Box;
  #followed: FollowedBox | undefined;
  #others = '';
  #isCaption = false;
  /** Pixels of the stage for one of the canvas, when it was laid out. */
  #laidAt = 0;
  #selected: ValueRange | undefined;
  #step: DraftStep = 'other';
  #isComposing = false;
  #timer: Timer | undefined;

  constructor(context: OpenTextContext) {
    this.#context = context;
    this.#item = context.item;
    this.#draft = context.draft;
    this.#letters = lettersOfText(context.item, context.field, context.looks);
    const { editing } = context;
    this.#field = new TextField(editing.layers.editors, context.label);
    this.input = this.#field.input;
    this.#listen();
    this.#lay();
    this.#ends.push(
      editing.frames.add(() => this.#put()),
      editing.board.onChange((change) => this.#boardChanged(change)),
    );
    this.input.focus({ preventScroll: true });
    this.#showSelection();
  }

  get draft(): Draft {
    return this.#draft;
  }

  get fromRight(): boolean {
    return this.#layout.fromRight === true;
  }

  /** Where the widget lies now, in pixels of the canvas. */
  get box(): Box {
    const { box, zoom } = this.#item;
    if (!this.#followed) return box;
    const { size, shift } = this.#followed;
    return { x: box.x + shift * zoom, y: box.y, width: size.width * zoom, height: size.height * zoom };
  }

  /** Undefined: its box stays as it is. */
  get followed(): FollowedBox | undefined {
    return this.#followed;
  }

  get isComposing(): boolean {
    return this.#isComposing;
  }

  /** Puts another text in the place of all. */
  replace(text: string): void {
    this.#apply({ text, from: text.length, to: text.length }, 'other');
  }

  /** Puts a text in the place of what is selected. */
  insert(added: string): void {
    this.#apply(inserted(this.#draft, this.#context.isOneLine ? added.replaceAll('\n', ' ') : added), 'other');
  }

  select(from: number, to: number): void {
    this.#draft = { ...this.#draft, from, to };
    this.#showSelection();
  }

  /** The place in the text that is nearest to a point of the window; undefined: this browser does not say. */
  placeAt(x: number, y: number): number | undefined {
    const { ownerDocument } = this.input;
    if (!('caretPositionFromPoint' in ownerDocument)) return undefined;
    const found = ownerDocument.caretPositionFromPoint(x, y);
    return found?.offsetNode === this.input ? toText(this.#layout.broken, found.offset) : undefined;
  }

  undo(): void {
    this.#restore(this.#history.undo(this.#draft));
  }

  redo(): void {
    this.#restore(this.#history.redo(this.#draft));
  }

  /** A caret beside what is not in the text steps over that, because both sides are one place of the text. */
  stepOver(by: -1 | 1, extends_: boolean): void {
    const { selectionStart, selectionEnd, selectionDirection } = this.input;
    const isBackward = selectionDirection === 'backward';
    if (!extends_ && selectionStart !== selectionEnd) return;
    const head = isBackward ? selectionStart : selectionEnd;
    const next = overSofts(this.#layout.broken, head, by);
    if (next === head) return;
    if (!extends_) return this.input.setSelectionRange(next, next);
    const anchor = isBackward ? selectionEnd : selectionStart;
    this.input.setSelectionRange(Math.min(anchor, next), Math.max(anchor, next), next < anchor ? 'backward' : 'forward');
  }

  write(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#context.write(this.#draft.text, this.#followed);
  }

  /** Ends it; the letters stay until the picture has them. What was typed is written before. */
  close(): void {
    if (this.#isComposing) this.#take();
    this.#timer?.cancel();
    for (const end of this.#ends.splice(0)) end();
    const { picture, frames } = this.#context.editing;
    picture.draw(this.#item.id, undefined);
    this.#field.freeze();
    const follow = frames.add(() => this.#put());
    const end = effect(() => {
      if (!picture.sharp.value) return;
      follow();
      this.#field.remove();
      queueMicrotask(() => end());
    });
  }

  #listen(): void {
    const { input } = this;
    const { ownerDocument } = input;
    const selected = (): void => this.#selectionChanged();
    ownerDocument.addEventListener('selectionchange', selected);
    this.#ends.push(() => ownerDocument.removeEventListener('selectionchange', selected));
    input.addEventListener('beforeinput', (event) => this.#beforeInput(event));
    input.addEventListener('input', () => {
      if (this.#isComposing) this.#field.moveCaret();
      else this.#take();
    });
    input.addEventListener('compositionstart', () => {
      this.#remember();
      this.#compose(true);
    });
    input.addEventListener('compositionend', () => {
      this.#step = 'other';
      this.#compose(false);
      this.#take();
    });
    for (const name of ['copy', 'cut', 'paste'] as const) input.addEventListener(name, (event) => this.#clip(event));
  }

  #compose(is: boolean): void {
    this.#isComposing = is;
    this.#field.isComposing = is;
  }

  #beforeInput(event: InputEvent): void {
    if (this.#isComposing) return;
    const { inputType } = event;
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault();
      return inputType === 'historyUndo' ? this.undo() : this.redo();
    }
    if (this.#context.isOneLine && (inputType === 'insertLineBreak' || inputType === 'insertParagraph'))
      return event.preventDefault();
    if (inputType.startsWith('delete')) this.stepOver(inputType.endsWith('Forward') ? 1 : -1, false);
    this.#step = inputType === 'insertText' ? 'type' : inputType.startsWith('delete') ? 'erase' : 'other';
    this.#remember();
  }

  #remember(): void {
    this.#selected = { from: this.input.selectionStart, to: this.input.selectionEnd };
  }

  /** Takes what the browser has made of the value. */
  #take(): void {
    const { value, selectionEnd } = this.input;
    const change = changeIn(this.#layout.broken, value, selectionEnd, this.#selected);
    this.#selected = undefined;
    const added = this.#context.isOneLine ? change.inserted.replaceAll('\n', ' ') : change.inserted;
    const at = change.from + added.length;
    this.#apply({ text: changed(this.#draft.text, { ...change, inserted: added }), from: at, to: at }, this.#step);
  }

  #apply(next: Draft, step: DraftStep): void {
    const isNew = next.text !== this.#draft.text;
    if (isNew) this.#history.record(this.#draft, step, usualClock.steady());
    this.#set(next, isNew);
  }

  #restore(draft: Draft | undefined): void {
    if (draft) this.#set(draft, true);
  }

  #set(draft: Draft, isNew: boolean): void {
    this.#draft = draft;
    if (!this.#lay() || this.#layout.isCut) return this.#context.cut();
    this.#showSelection();
    if (!isNew) return;
    this.#timer ??= usualClock.after(PACE, () => {
      this.#timer = undefined;
      if (!this.#isComposing) this.write();
    });
    this.#context.told();
  }

  #selectionChanged(): void {
    const { input } = this;
    if (input.ownerDocument.activeElement !== input) return;
    this.#readSelection();
    this.#field.moveCaret();
  }

  /** Takes over what is selected in the field. Browsers report that a moment after the key that has changed it. */
  #readSelection(): void {
    const { broken } = this.#layout;
    const { value, selectionStart, selectionEnd } = this.input;
    if (this.#isComposing || value !== broken.value) return;
    this.#draft = { ...this.#draft, from: toText(broken, selectionStart), to: toText(broken, selectionEnd) };
  }

  #showSelection(): void {
    const { from, to } = this.#draft;
    const { broken } = this.#layout;
    this.#field.select(toValue(broken, from), toValue(broken, to, from !== to));
  }

  /** Without the line feeds of soft breaks. The things on the canvas are not copied meanwhile. */
  #clip(event: ClipboardEvent): void {
    event.stopPropagation();
    this.#readSelection();
    const { text, from, to } = this.#draft;
    if (event.type === 'paste') return refuseTooLong(event, text.length - (to - from));
    event.preventDefault();
    event.clipboardData?.setData('text/plain', selectedText(this.#draft));
    if (event.type === 'cut') this.#apply(inserted(this.#draft, ''), 'other');
  }

  /** False: the look does not show it. */
  #lay(): boolean {
    const { editing, field, looks } = this.#context;
    const { text } = this.#draft;
    this.#follow();
    const size = this.#followed?.size ?? sizeOf(this.#item);
    const widget = { ...this.#item.widget, size } as Item['widget'];
    const { written, others } = fieldShapes((one) => looks.shapesOf({ ...this.#item, widget: one }), widget, field, text);
    const words = written && wordsOf(written, this.#scale() * this.#item.zoom);
    if (!words) return false;
    this.#laidAt = this.#scale();
    this.#layout = layOutDraft(words, text, measure);
    this.#card = written.kind === 'words' ? { x: 0, y: 0, ...size } : words.box;
    this.#isCaption = written.kind === 'caption';
    this.#field.show(this.#layout, this.#place());
    this.#draw(others);
    editing.frames.request();
    return true;
  }

  #draw(others: readonly Shape[]): void {
    const shown = JSON.stringify(others);
    if (shown === this.#others) return;
    this.#others = shown;
    this.#context.editing.picture.draw(this.#item.id, others);
  }

  /** Pixels of the stage for one of the canvas. */
  #scale(): number {
    const { framing, ratio } = this.#context.editing.picture;
    return framing.peek().scale / ratio.peek();
  }

  #place() {
    const { framing, ratio } = this.#context.editing.picture;
    const { scale, left, top } = framing.peek();
    const { x, y } = this.box;
    const origin = { x: (x * scale - left) / ratio.peek(), y: (y * scale - top) / ratio.peek() };
    const unit = this.#isCaption ? pageScale() : this.#scale() * this.#item.zoom;
    return { origin, unit, card: this.#card };
  }

  #put(): void {
    // The room for a name on the screen follows the zoom
    if (this.#isCaption && this.#scale() !== this.#laidAt && !this.#isComposing) this.#lay();
    this.#field.put(this.#place());
  }

  /** Sizes a text whose box follows it. */
  #follow(): void {
    if (this.#letters === undefined) return;
    const size = boxFor(this.#draft.text, this.#letters, measure);
    const shift = isFromRight(this.#draft.text) ? sizeOf(this.#item).width - size.width : 0;
    this.#followed = { size, shift };
  }

  #boardChanged({ whole, changed: some }: BoardChange): void {
    const item = this.#context.editing.board.item(this.#item.id);
    if (!item || (!whole && !some.some(({ id }) => id === item.id))) return;
    this.#item = item;
    if (!this.#isComposing) this.#lay();
    this.#context.told();
  }
}
