import { LINE } from '../../../model/looks/text-layout.ts';
import { colourOf } from '../../parts/appearance/person-colours.ts';
import { session } from '../../session/session.ts';
import type { DraftLayout } from './draft-layout.ts';

/**
 * The caret of a text, in pixels of the screen: that of the browser is drawn in the pixels of the field, where it is too thin to be seen.
 * A copy of the line in which it stands says where its letters are, in whatever font and direction.
 */
export class Caret {
  readonly #mark: HTMLElement;
  readonly #line: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #input: HTMLTextAreaElement;

  constructor(layer: HTMLElement, frame: HTMLElement, input: HTMLTextAreaElement) {
    const { ownerDocument } = layer;
    this.#layer = layer;
    this.#input = input;
    this.#line = ownerDocument.createElement('div');
    this.#line.className = 'text-line';
    this.#line.ariaHidden = 'true';
    frame.append(this.#line);
    this.#mark = ownerDocument.createElement('div');
    this.#mark.className = 'text-caret';
    this.#mark.ariaHidden = 'true';
    const user = session.peek()?.user;
    if (user) this.#mark.style.setProperty('--person', colourOf(user.id));
    layer.append(this.#mark);
  }

  /** @param unit pixels of the screen for one of the layout */
  move({ size }: DraftLayout, unit: number): void {
    const { selectionStart, selectionEnd, value } = this.#input;
    this.#mark.hidden = selectionStart !== selectionEnd;
    if (this.#mark.hidden) return;
    const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
    const end = value.indexOf('\n', from);
    const number = value.slice(0, from).split('\n').length - 1;
    this.#copy(value.slice(from, end === -1 ? undefined : end), number);
    const within = this.#layer.getBoundingClientRect();
    const line = this.#line.getBoundingClientRect();
    const across = this.#across(selectionStart - from);
    const height = Math.max(SMALLEST, size * unit * TALL);
    const lower = (size * LINE * unit - height) / 2;
    this.#mark.style.translate = `${across - within.left - WIDTH / 2}px ${line.top - within.top + lower}px`;
    this.#mark.style.height = `${height}px`;
    // Seen at once where it is now, and then it blinks
    for (const animation of this.#mark.getAnimations()) animation.currentTime = 0;
  }

  remove(): void {
    this.#mark.remove();
    this.#line.remove();
  }

  #copy(text: string, number: number): void {
    const { left, width, top, paddingLeft, paddingRight, paddingTop } = this.#input.style;
    const own = this.#line.style;
    own.left = left;
    own.width = width;
    own.paddingLeft = paddingLeft;
    own.paddingRight = paddingRight;
    own.top = `calc(${top} + ${paddingTop} + ${number}lh)`;
    if (this.#line.textContent !== text) this.#line.textContent = text;
  }

  /** Where the caret stands across, in pixels of the window. */
  #across(at: number): number {
    const text = this.#line.firstChild;
    if (!text) return this.#emptyAcross();
    const before = at > 0 ? letterBefore(this.#line.textContent!, at) : undefined;
    const range = this.#line.ownerDocument.createRange();
    range.setStart(text, before ?? 0);
    range.setEnd(text, before === undefined ? letterAfter(this.#line.textContent!) : at);
    const box = range.getBoundingClientRect();
    const isFromRight = RIGHT.test(range.toString());
    return (before === undefined) === isFromRight ? box.right : box.left;
  }

  #emptyAcross(): number {
    this.#line.textContent = '\u200b';
    const range = this.#line.ownerDocument.createRange();
    range.selectNodeContents(this.#line);
    const { left } = range.getBoundingClientRect();
    this.#line.textContent = '';
    return left;
  }
}

/** In pixels of the screen. */
const WIDTH = 2;
const SMALLEST = 4;
/** In letter heights. */
const TALL = 1.16;

/** Letters that are written from the right. */
const RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function letterBefore(text: string, at: number): number {
  return letters.segment(text).containing(at - 1)!.index;
}

const letterAfter = (text: string): number => letters.segment(text).containing(0)!.segment.length;
