import { effect } from '@preact/signals';
import { Download, FileVideo, Play } from 'lucide';
import { usualClock } from '../../client/index.ts';
import { filmShapes } from '../../model/looks/films.ts';
import { measure } from '../../model/looks/measure.ts';
import type { WidgetOf } from '../live/board.ts';
import { rest } from '../session/rest.ts';
import { make, release } from './elements.ts';
import type { Face, Kind, Live, LiveContext } from './kind.ts';
import type { Card } from './panel.tsx';
import { Playhead, targetOf } from './playhead.ts';
import { Retry } from './retry.ts';
import { hasSound, playWith, soundOn } from './sound.ts';

type Video = WidgetOf<'Video'>;

/** A video, at the position that the server's clock says. */
export const video: Kind<Video> = {
  groupOf: ({ hash }) => (hash === '' ? undefined : 'video'),
  nameOf: (widget, texts) => texts.video(widget.title || widget.original_filename || texts.unnamed),
  open: (widget, face, context) => new LiveVideo(widget, face, context),
};

class LiveVideo implements Live<Video> {
  readonly #element = make('video', 'island-video', {
    playsInline: true,
    preload: 'auto',
    disableRemotePlayback: true,
    tabIndex: -1,
  });
  readonly #playhead = new Playhead();
  readonly #retry = new Retry(() => this.#load());
  readonly #ends: () => void;
  /** A person who wants little motion has asked for the video. */
  #isWanted = false;
  #isPlayable = false;
  /** What is painted above it, in brief. */
  #said = '';

  constructor(
    private widget: Video,
    private readonly face: Face,
    private readonly context: LiveContext,
  ) {
    this.#element.disablePictureInPicture = true;
    this.#listen();
    face.frame.append(this.#element);
    this.#ends = effect(() => this.#hear(context.isSilenced.value));
    this.#load();
  }

  update(widget: Video): void {
    const before = this.widget;
    this.widget = widget;
    if (before.hash !== widget.hash) this.#load();
    this.#hear(this.context.isSilenced.peek());
    this.#playhead.restart();
    this.tick();
  }

  tick(): void {
    const now = this.context.now();
    if (now === undefined || !this.#isPlayable) return;
    const { currentTime, duration, paused, seeking } = this.#element;
    const { at, runs } = targetOf(this.widget, now, duration);
    const isHeld = this.context.calm.peek() && !this.#isWanted;
    const seen = { at: currentTime, isPaused: paused, isSeeking: seeking };
    // Held videos show the frame at which they were found
    const step = this.#playhead.step(
      { at: isHeld && runs && this.face.ready.peek() ? currentTime : at, runs: runs && !isHeld },
      seen,
      steady(),
    );
    this.#take(step);
    this.#offer(isHeld && runs);
    this.#say(runs);
  }

  length(): number | undefined {
    const { duration } = this.#element;
    return Number.isFinite(duration) ? duration : undefined;
  }

  close(): void {
    this.#ends();
    this.#retry.end();
    this.#isPlayable = false;
    release(this.#element);
  }

  #take({ runs, rate, seek }: ReturnType<Playhead['step']>): void {
    const element = this.#element;
    if (element.playbackRate !== rate) element.playbackRate = rate;
    if (seek !== undefined) element.currentTime = seek;
    if (!runs && !element.paused) element.pause();
    else if (runs && element.paused && !element.seeking) void playWith(element, this.widget.muted, this.context);
  }

  #offer(isHeld: boolean): void {
    const isSilenced = this.context.isSilenced.peek() && !this.widget.muted && !this.#element.paused && hasSound(this.#element);
    const want = { icon: Play, label: (texts: { play: string }) => texts.play, does: () => this.#want() };
    const controls = [...(isHeld ? [want] : []), ...(isSilenced ? [soundOn(this.context)] : [])];
    if (controls.length !== this.face.controls.peek().length) this.face.controls.value = controls;
  }

  /** While it plays nothing lies above it, nor before it is seen, because the picture below says the same. One that has come to its end does not play, whatever its record says. */
  #say(runs: boolean): void {
    const { size, playback_state, playback_position, muted, title, original_filename } = this.widget;
    const { duration } = this.#element;
    const length = this.widget.duration || (Number.isFinite(duration) ? duration : 0);
    const state = playback_state === 'playing' ? 'stopped' : playback_state;
    const said = {
      size,
      playback_state: state,
      playback_position,
      muted,
      duration: length,
      name: title || original_filename,
    } as const;
    const isSilent = runs || !this.face.ready.peek();
    const key = isSilent ? '' : JSON.stringify(said);
    if (key === this.#said) return;
    this.#said = key;
    this.face.shapes.value = isSilent ? [] : filmShapes(said, measure);
  }

  #want(): void {
    this.#isWanted = true;
    this.#playhead.restart();
    this.tick();
  }

  #hear(isSilenced: boolean): void {
    this.#element.muted = this.widget.muted || isSilenced;
  }

  #load(): void {
    this.#isPlayable = false;
    this.#playhead.restart();
    this.#element.src = this.#address;
  }

  get #address(): string {
    return rest.address(`/files/${this.context.canvas_id}/${this.widget.hash}`);
  }

  #listen(): void {
    const element = this.#element;
    element.addEventListener('loadedmetadata', () => this.#begin());
    element.addEventListener('seeked', () => {
      this.#playhead.arrived(steady());
      this.#show();
      this.tick();
    });
    element.addEventListener('loadeddata', () => this.#show());
    element.addEventListener('error', () => void this.#fail());
  }

  #begin(): void {
    // A sound, or pictures in a format that this browser does not know
    if (this.#element.videoWidth === 0) return this.#refuse();
    this.#isPlayable = true;
    this.#retry.worked();
    this.face.card.value = undefined;
    this.tick();
  }

  /** Not before the right frame is there; the picture below shows the first one. */
  #show(): void {
    if (this.#isPlayable && !this.#element.seeking && this.#element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
      this.face.ready.value = true;
  }

  /** Browsers do not tell a file that they cannot play from one that they cannot reach. */
  async #fail(): Promise<void> {
    const address = this.#address;
    if (this.#element.error === null || this.#element.getAttribute('src') !== address) return;
    this.#isPlayable = false;
    const isThere = await fetch(address, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (this.#element.getAttribute('src') !== address) return;
    if (isThere && this.#element.error?.code !== MediaError.MEDIA_ERR_NETWORK) return this.#refuse();
    this.#retry.later();
  }

  #refuse(): void {
    this.#isPlayable = false;
    this.face.ready.value = true;
    this.face.card.value = unplayable(this.#address, this.widget.original_filename);
  }
}

const unplayable = (href: string, name: string): Card => ({
  icon: FileVideo,
  says: (texts) => texts.unplayable,
  actions: [{ icon: Download, label: (texts) => texts.download, href, download: name }],
});

/** Seconds of a clock that nobody sets. */
const steady = (): number => usualClock.steady() / 1000;
