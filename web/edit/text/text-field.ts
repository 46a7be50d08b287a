import type { Box, XY } from '../../../model/looks/shapes.ts';
import { BASELINE, LINE } from '../../../model/looks/text-layout.ts';
import { FONT_SIZE } from '../../paint/shapes.ts';
import { Caret } from './caret.ts';
import type { DraftLayout } from './draft-layout.ts';
import './text-field.css';

/** Where a text is written on the stage. */
export interface FieldPlace {
  /** The upper left corner of the widget, in pixels of the stage. */
  readonly origin: XY;
  /** Pixels of the stage for one of the layout. */
  readonly unit: number;
  /** What the pointer finds the field in, in pixels of the layout; on paper, the whole note. */
  readonly card: Box;
}

/**
 * A text area over the words that a look draws, whose lines are broken where the look breaks them. Its letters are set in the size in
 * which the picture sets them, and a transform makes them as large as they are.
 */
export class TextField {
  readonly input: HTMLTextAreaElement;
  readonly #frame: HTMLElement;
  readonly #caret: Caret;
  readonly #baselines = new Map<string, number>();
  #layout: DraftLayout | undefined;
  #place: FieldPlace | undefined;
  /** Pixels of the element for one of the layout. */
  #fine = 1;
  /** How far all of it is moved down, so that baselines are on whole pixels of the element, where browsers put them. */
  #lower = 0;

  constructor(layer: HTMLElement, label: string) {
    const { ownerDocument } = layer;
    this.#frame = ownerDocument.createElement('div');
    this.#frame.className = 'text-field';
    this.input = ownerDocument.createElement('textarea');
    this.input.setAttribute('aria-label', label);
    this.input.rows = 1;
    this.input.spellcheck = true;
    this.input.autocapitalize = 'sentences';
    this.#frame.append(this.input);
    layer.append(this.#frame);
    this.#caret = new Caret(layer, this.#frame, this.input);
    this.input.addEventListener('scroll', this.#stay);
  }

  /** Shows a layout. The value is set only where it differs, because that ends compositions and what the browser knows of a selection. */
  show(layout: DraftLayout, place: FieldPlace): void {
    this.#layout = layout;
    if (this.input.value !== layout.broken.value) this.input.value = layout.broken.value;
    this.#place = undefined;
    this.put(place);
  }

  /** Moves the field with its widget. */
  put(place: FieldPlace): void {
    const fine = FONT_SIZE / this.#layout!.size;
    const isOther = fine !== this.#fine || place.card !== this.#place?.card;
    const hasMoved = isOther || place.origin.x !== this.#place!.origin.x || place.origin.y !== this.#place!.origin.y;
    if (!hasMoved && place.unit === this.#place!.unit) return;
    this.#fine = fine;
    this.#place = place;
    if (isOther) this.#style();
    const scale = place.unit / fine;
    this.#frame.style.transform = `translate(${place.origin.x}px, ${place.origin.y + this.#lower * scale}px) scale(${scale})`;
    this.moveCaret();
  }

  select(from: number, to: number): void {
    if (this.input.selectionStart !== from || this.input.selectionEnd !== to) this.input.setSelectionRange(from, to);
    this.moveCaret();
  }

  moveCaret(): void {
    this.#caret.move(this.#layout!, this.#place!.unit);
  }

  /** While an input method composes, lines may be longer than the note. */
  set isComposing(value: boolean) {
    this.#frame.classList.toggle('text-composing', value);
  }

  /** Leaves the letters where they are, for the eye alone, until the picture has them. */
  freeze(): void {
    this.input.readOnly = true;
    this.input.inert = true;
    this.input.ariaHidden = 'true';
    this.#caret.remove();
  }

  remove(): void {
    this.#caret.remove();
    this.#frame.remove();
  }

  readonly #stay = (): void => {
    this.input.scrollTop = 0;
    this.input.scrollLeft = 0;
  };

  #style(): void {
    const { words, size, top, fromRight } = this.#layout!;
    const { card } = this.#place!;
    const fine = this.#fine;
    const { style } = this.#frame;
    const line = FONT_SIZE * LINE;
    style.font = `${words.weight ?? 400} ${FONT_SIZE}px / ${line}px Inter, sans-serif`;
    style.letterSpacing = `${(words.tracking ?? 0) * FONT_SIZE}px`;
    style.color = words.colour;
    style.direction = fromRight ? 'rtl' : 'ltr';
    style.unicodeBidi = fromRight === undefined ? 'plaintext' : '';
    const { across = 'start' } = words;
    style.textAlign = across === 'middle' ? 'center' : across;
    const { left, right } = spanOf(this.#layout!, card);
    const first = (top + BASELINE * size) * fine - this.#baseline(style.font, line);
    const firstTop = Math.round(first);
    this.#lower = first - firstTop;
    const inputTop = Math.min(firstTop, Math.round(card.y * fine));
    const end = Math.max((card.y + card.height) * fine, firstTop + line * (this.#layout!.lines.length + 1));
    const own = this.input.style;
    own.left = `${left * fine}px`;
    own.top = `${inputTop}px`;
    own.width = `${(right - left) * fine}px`;
    own.height = `${end - inputTop}px`;
    own.paddingTop = `${firstTop - inputTop}px`;
    own.paddingLeft = `${across === 'middle' || fromRight ? 0 : (words.box.x - left) * fine}px`;
    own.paddingRight = `${fromRight !== false && across !== 'middle' ? (right - words.box.x - words.box.width) * fine : 0}px`;
    own.clipPath = `inset(0 ${(right - card.x - card.width) * fine}px 0 ${(card.x - left) * fine}px)`;
  }

  /** From the top of a line down to its baseline, in pixels of the element. */
  #baseline(font: string, line: number): number {
    const known = this.#baselines.get(font);
    if (known !== undefined) return known;
    const { ownerDocument } = this.#frame;
    const probe = ownerDocument.createElement('div');
    probe.className = 'text-probe';
    const foot = ownerDocument.createElement('span');
    probe.append('x', foot);
    this.#frame.append(probe);
    const box = probe.getBoundingClientRect();
    const share = (foot.getBoundingClientRect().bottom - box.top) / box.height;
    probe.remove();
    const baseline = Math.round(share * line);
    this.#baselines.set(font, baseline);
    return baseline;
  }
}

/** From where to where the field reaches across: over the card, and on the side to which lines grow over all that they may need. */
function spanOf({ words, fromRight }: DraftLayout, card: Box): { readonly left: number; readonly right: number } {
  const { box, across, tracking = 0 } = words;
  const end = card.x + card.width;
  const more = box.width * 2 + box.height;
  if (across === 'middle') return middleSpan(words.box, more + Math.abs(tracking));
  if (fromRight === undefined) return { left: card.x, right: end };
  return fromRight ? { left: box.x - more, right: end } : { left: card.x, right: end + more };
}

const middleSpan = ({ x, width }: Box, more: number) => ({ left: x - more, right: x + width + more });
