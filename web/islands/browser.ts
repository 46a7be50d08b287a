import { effect } from '@preact/signals';
import { ExternalLink, Eye, Globe, GlobeX, MousePointerClick, ShieldAlert, X } from 'lucide';
import { type Timer, usualClock } from '../../client/index.ts';
import { livePath } from '../../model/live-page.ts';
import { typedAddress } from '../../model/web-address.ts';
import type { WidgetOf } from '../live/board.ts';
import { rest } from '../session/rest.ts';
import { make } from './elements.ts';
import type { Face, Kind, Live, LiveContext } from './kind.ts';
import type { Card, Control } from './panel.tsx';
import { isMixed, sandboxOf } from './web-addresses.ts';

type Browser = WidgetOf<'Browser'>;

/** Whoever has waited this long is told that the page may never come, in ms. It is shown when it comes. */
const PATIENCE = 8000;
/** A page is shown at the latest after this time, because one that never finishes loading can be read long before. */
const SHOWN_AFTER = 2500;
/** How long the server may take to say whether a page can be shown at all; then it is tried, in ms. */
const CHECKED_WITHIN = 1500;
/** A frame is made taller by the scroll offset at most by this, in pixels of the page. */
const LONGEST_SCROLL = 20_000;
/** What a framed page may ask for; above all not camera, microphone and place. */
const ABILITIES = 'autoplay; encrypted-media; fullscreen; picture-in-picture';

/** A web page in a frame. It takes pointers and keys only while a person uses it, so that the canvas can be moved by it. */
export const browser: Kind<Browser> = {
  groupOf: ({ url }) => (typedAddress(url) ? 'frame' : undefined),
  nameOf: ({ title, url }, texts) => texts.browser(title || typedAddress(url)?.host || texts.unnamed),
  isSeeThrough: ({ transparent_mode }) => transparent_mode,
  open: (widget, face, context) => new LiveBrowser(widget, face, context),
};

class LiveBrowser implements Live<Browser> {
  #frame: HTMLIFrameElement | undefined;
  readonly #ends: () => void;
  #timers: Timer[] = [];
  /** Aborted: what the server answers counts no more. */
  #check: AbortController | undefined;
  /** A person has used it and perhaps scrolled; from then on it is a frame of the widget's size. */
  #wasUsed = false;

  constructor(
    private widget: Browser,
    private readonly face: Face,
    private readonly context: LiveContext,
  ) {
    this.#load();
    this.#ends = effect(() => this.#offer(context.entered.value === widget.id));
  }

  update(widget: Browser): void {
    const before = this.widget;
    this.widget = widget;
    if (before.url !== widget.url) this.#load();
    const was = before.main_frame_scroll_offset;
    const is = widget.main_frame_scroll_offset;
    if (was.x !== is.x || was.y !== is.y) this.#wasUsed = false;
    this.#lay();
    this.#offer(this.context.entered.peek() === widget.id);
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

  reload(): void {
    this.#load();
  }

  close(): void {
    this.#ends();
    this.#unload();
  }

  /** The live page of this canvas is at the address by which the person came, whatever the server was called when it was put here. */
  get #address(): URL | undefined {
    const address = typedAddress(this.widget.url);
    const own = livePath(this.context.canvas_id);
    return address?.pathname === own ? new URL(own, location.href) : address;
  }

  #load(): void {
    this.#unload();
    this.#wasUsed = false;
    const address = this.#address;
    this.face.card.value = undefined;
    this.face.ready.value = false;
    if (!address) return;
    if (isMixed(address, location)) return this.#say(cardOf(this.widget, address, ShieldAlert, (texts) => texts.mixedPage));
    const isWanted = this.context.wanted.has(address.href) || address.pathname === livePath(this.context.canvas_id);
    const framing = isWanted ? Promise.resolve('allowed' as const) : framingOf(this.context.canvas_id, this.widget);
    const check = new AbortController();
    this.#check = check;
    this.#timers = [usualClock.after(CHECKED_WITHIN, () => this.#open(address))];
    framing.then((found) => !check.signal.aborted && this.#checked(address, found), undefined);
  }

  /** The server says what a browser shows only as a grey face, and does not tell the page. */
  #checked(address: URL, framing: FramingAnswer): void {
    if (framing === 'allowed' || framing === 'unknown') {
      if (!this.#frame) this.#open(address);
      return;
    }
    this.#unload();
    if (framing === 'forbidden') return this.#say(cardOf(this.widget, address, Globe, (texts) => texts.unframedPage));
    const card = cardOf(this.widget, address, GlobeX, (texts) => texts.unreachablePage);
    this.#say({
      ...card,
      actions: [...card.actions!, { icon: Eye, label: (texts) => texts.showAnyway, does: () => this.#insist(address) }],
    });
  }

  #insist(address: URL): void {
    this.context.wanted.add(address.href);
    this.#load();
  }

  #say(card: Card): void {
    this.face.card.value = card;
    this.#offer(this.context.entered.peek() === this.widget.id);
    this.#show();
  }

  #open(address: URL): void {
    this.#clear();
    this.#frame = frameOf(address, this.widget.title || address.host);
    this.#frame.addEventListener('load', () => this.#loaded());
    this.#lay();
    this.face.frame.append(this.#frame);
    this.#timers = [usualClock.after(SHOWN_AFTER, () => this.#show()), usualClock.after(PATIENCE, () => this.#tell(address))];
  }

  #clear(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }

  #unload(): void {
    this.#check?.abort();
    this.#clear();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  #loaded(): void {
    this.#clear();
    this.face.card.value = undefined;
    this.#offer(this.context.entered.peek() === this.widget.id);
    this.#show();
  }

  #show(): void {
    this.face.ready.value = true;
  }

  #tell(address: URL): void {
    this.#say(cardOf(this.widget, address, GlobeX, (texts) => texts.silentPage));
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
    const address = this.#address;
    if (!address) return;
    const use: Control = entered
      ? { icon: X, label: (texts) => texts.leave, does: () => this.#use(undefined) }
      : { icon: MousePointerClick, label: (texts) => texts.use, does: () => this.#use(this.widget.id), whenNear: true };
    // A card has its own way out
    this.face.controls.value = this.face.card.peek() ? [] : [use, openOf(address, !entered)];
  }

  #use(id: string | undefined): void {
    this.context.entered.value = id;
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

type FramingAnswer = 'allowed' | 'forbidden' | 'unreachable' | 'unknown';

/** What the server knows of the page (interface/widgets 6.1). Without an answer, or with one about another address, it is tried. */
async function framingOf(canvas_id: string, { id, url }: Browser): Promise<FramingAnswer> {
  try {
    const said = await rest.get<{ url: string; framing: FramingAnswer }>(`/canvases/${canvas_id}/browsers/${id}/framing`);
    return said.url === url ? said.framing : 'unknown';
  } catch {
    return 'unknown';
  }
}

const cardOf = ({ title }: Browser, address: URL, icon: Card['icon'], says: Card['says']): Card => ({
  icon,
  name: title || address.host,
  address: address.href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
  says,
  actions: [openOf(address)],
});
