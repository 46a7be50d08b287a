import { effect } from '@preact/signals';
import { ExternalLink, GlobeX, MousePointerClick, ShieldAlert, X } from 'lucide';
import type { WidgetOf } from '../live/board.ts';
import { make } from './elements.ts';
import type { Face, Kind, Live, Means } from './kind.ts';
import type { Card, Control } from './panel.tsx';
import { isMixed, sandboxOf, typedAddress } from './web-addresses.ts';

type Browser = WidgetOf<'Browser'>;

/** Whoever has waited this long is told that the page may never come, in ms. It is shown when it comes. */
const PATIENCE = 8000;
/** A page is shown at the latest after this time, because one that never finishes loading can be read long before. */
const SHOWN_AFTER = 2500;
/** A frame is made taller by the scroll offset at most by this, in pixels of the page. */
const LONGEST_SCROLL = 20_000;
/** What a framed page may ask for; above all not camera, microphone and place. */
const ABILITIES = 'autoplay; encrypted-media; fullscreen; picture-in-picture';

/** A web page in a frame. It takes pointers and keys only while a person uses it, so that the canvas can be moved by it. */
export const browser: Kind<Browser> = {
  groupOf: ({ url }) => (typedAddress(url) ? 'frame' : undefined),
  nameOf: ({ title, url }, texts) => texts.browser(title || typedAddress(url)?.host || texts.unnamed),
  isSeeThrough: ({ transparent_mode }) => transparent_mode,
  open: (widget, face, means) => new LiveBrowser(widget, face, means),
};

class LiveBrowser implements Live<Browser> {
  #frame: HTMLIFrameElement | undefined;
  readonly #ends: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** A person has used it and perhaps scrolled; from then on it is a frame of the widget's size. */
  #wasUsed = false;

  constructor(
    private widget: Browser,
    private readonly face: Face,
    private readonly means: Means,
  ) {
    this.#load();
    this.#ends = effect(() => this.#offer(means.entered.value === widget.id));
  }

  update(widget: Browser): void {
    const before = this.widget;
    this.widget = widget;
    if (before.url !== widget.url) this.#load();
    const [was, is] = [before.main_frame_scroll_offset, widget.main_frame_scroll_offset];
    if (was.x !== is.x || was.y !== is.y) this.#wasUsed = false;
    this.#lay();
    this.#offer(this.means.entered.peek() === widget.id);
  }

  enter(entered: boolean): void {
    const frame = this.#frame;
    if (!frame) return;
    frame.inert = !entered;
    if (!entered) return;
    this.#wasUsed = true;
    this.#lay();
    frame.focus({ preventScroll: true });
  }

  close(): void {
    this.#ends();
    this.#unload();
  }

  #load(): void {
    this.#unload();
    this.#wasUsed = false;
    const address = typedAddress(this.widget.url);
    this.face.card.value = address && isMixed(address, location) ? mixed(address) : undefined;
    this.face.ready.value = this.face.card.peek() !== undefined;
    if (!address || this.face.card.peek()) return;
    this.#frame = frameOf(address, this.widget.title || address.host);
    this.#frame.addEventListener('load', () => this.#loaded());
    this.#lay();
    this.face.frame.append(this.#frame);
    this.#timers = [setTimeout(() => this.#show(), SHOWN_AFTER), setTimeout(() => this.#tell(address), PATIENCE)];
  }

  #unload(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#frame?.remove();
    this.#frame = undefined;
  }

  #loaded(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.face.card.value = undefined;
    this.#offer(this.means.entered.peek() === this.widget.id);
    this.#show();
  }

  #show(): void {
    this.face.ready.value = true;
  }

  #tell(address: URL): void {
    this.face.card.value = silent(address);
    this.#offer(this.means.entered.peek() === this.widget.id);
  }

  /** A page of another origin cannot be scrolled from here, so its frame is taller, and moved up. */
  #lay(): void {
    const frame = this.#frame;
    if (!frame) return;
    const { transparent_mode, main_frame_scroll_offset: offset } = this.widget;
    const [across, down] = this.#wasUsed ? [0, 0] : [offset.x, offset.y].map((by) => Math.min(LONGEST_SCROLL, Math.max(0, by)));
    frame.classList.toggle('see-through', transparent_mode);
    frame.style.inlineSize = `calc(100% + ${across}px)`;
    frame.style.blockSize = `calc(100% + ${down}px)`;
    frame.style.translate = `${-across!}px ${-down!}px`;
  }

  #offer(entered: boolean): void {
    const address = typedAddress(this.widget.url);
    if (!address) return;
    const use: Control = entered
      ? { icon: X, label: (texts) => texts.leave, does: () => this.#use(undefined) }
      : { icon: MousePointerClick, label: (texts) => texts.use, does: () => this.#use(this.widget.id), whenNear: true };
    // A card has its own way out
    this.face.controls.value = this.face.card.peek() ? [] : [use, openOf(address, !entered)];
  }

  #use(id: string | undefined): void {
    this.means.entered.value = id;
  }
}

function frameOf(address: URL, title: string): HTMLIFrameElement {
  const frame = make('iframe', 'island-page', {
    title,
    inert: true,
    referrerPolicy: 'strict-origin-when-cross-origin',
    allow: ABILITIES,
  });
  frame.setAttribute('sandbox', sandboxOf(address, location.origin));
  frame.src = address.href;
  return frame;
}

const openOf = (address: URL, whenNear = false): Control => ({
  icon: ExternalLink,
  label: (texts) => texts.openTab,
  href: address.href,
  whenNear,
});

const mixed = (address: URL): Card => ({ icon: ShieldAlert, says: (texts) => texts.mixedPage, action: openOf(address) });
const silent = (address: URL): Card => ({ icon: GlobeX, says: (texts) => texts.silentPage, action: openOf(address) });
