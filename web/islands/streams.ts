import type Hls from 'hls.js';
import { type Timer, usualClock } from '../../client/index.ts';
import { make, release } from './elements.ts';

/** What an opened stream tells; both may come many times. */
export interface StreamEvents {
  /** The element shows something. */
  shows(): void;
  /** The element shows nothing, and will not by itself. */
  fails(): void;
}

export interface OpenedStream {
  readonly element: HTMLElement;
  /** Ends all requests and frees decoders. */
  close(): void;
}

export type OpenStream = (address: string, told: StreamEvents) => OpenedStream;

/** In ms, from the end of one picture to the request of the next. */
const STILL_EVERY = 2000;
/** A stream that stands still this long has ended, in ms. */
const STALL = 20_000;

/** Broken parts of a stream that its player may skip. */
const MOST_REPAIRS = 3;

/** Any video that the browser plays by itself. */
export const openVideo: OpenStream = (address, told) => {
  const video = streamed(told);
  video.src = address;
  return watched(video, told, () => undefined);
};

/** In parts, by a playlist. Safari plays these by itself; other browsers say so too, but stop after a while. */
export const openHls: OpenStream = (address, told) => {
  const video = streamed(told);
  let player: Hls | undefined;
  let isOpen = true;
  if (navigator.vendor.startsWith('Apple') && video.canPlayType('application/vnd.apple.mpegurl')) video.src = address;
  else {
    import('hls.js/light').then(
      ({ default: Player }) => {
        if (isOpen) player = played(new Player({ enableWorker: false, backBufferLength: 10 }), video, address, told);
      },
      () => told.fails(),
    );
  }
  return watched(video, told, () => {
    isOpen = false;
    player?.destroy();
  });
};

function played(player: Hls, video: HTMLVideoElement, address: string, told: StreamEvents): Hls {
  // The names are those of the library, whose enumerations would be loaded with it
  let repairs = 0;
  player.on('hlsError' as typeof Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === ('mediaError' as typeof type) && repairs++ < MOST_REPAIRS) return player.recoverMediaError();
    told.fails();
  });
  player.loadSource(address);
  player.attachMedia(video);
  return player;
}

/** Pictures that the camera sends one after the other in one answer, or a single one. */
export const openPicture: OpenStream = (address, told) => {
  const element = make('img', 'island-still', { alt: '', decoding: 'async' });
  element.addEventListener('load', () => told.shows());
  element.addEventListener('error', () => told.fails());
  element.src = address;
  return { element, close: () => forget(element) };
};

/** One picture a request, asked for again and again. The last one stays until the next is there. */
export const openStill: OpenStream = (address, told) => {
  const element = make('div', 'island-stills');
  let timer: Timer | undefined;
  let coming: HTMLImageElement | undefined;
  let isOpen = true;
  const ask = (): void => {
    // Nobody looks
    if (document.hidden) return next();
    coming = make('img', 'island-still', { alt: '', decoding: 'async' });
    coming.addEventListener('load', came);
    coming.addEventListener('error', () => told.fails());
    coming.src = anew(address, Date.now());
  };
  const came = (): void => {
    // A picture that had come already is told even after its source was removed
    if (!isOpen) return;
    const shown = element.firstElementChild;
    element.append(coming!);
    if (shown) forget(shown as HTMLImageElement);
    coming = undefined;
    told.shows();
    next();
  };
  const next = (): void => {
    timer = usualClock.after(STILL_EVERY, ask);
  };
  ask();
  return {
    element,
    close() {
      isOpen = false;
      timer?.cancel();
      for (const image of [coming, element.firstElementChild]) if (image) forget(image as HTMLImageElement);
      element.remove();
    },
  };
};

/** The same picture under an address that nothing keeps. */
function anew(address: string, now: number): string {
  const url = new URL(address);
  url.searchParams.set('_', String(now));
  return url.href;
}

/** Removing the source ends the request, which a stream of pictures would keep open. */
function forget(image: HTMLImageElement): void {
  image.removeAttribute('src');
  image.remove();
}

/** Without sound, because there is no record that says whether it is wanted. */
function streamed(told: StreamEvents): HTMLVideoElement {
  const video = make('video', 'island-video', { muted: true, playsInline: true, disableRemotePlayback: true, tabIndex: -1 });
  video.autoplay = true;
  video.addEventListener('playing', () => told.shows());
  return video;
}

function watched(video: HTMLVideoElement, told: StreamEvents, end: () => void): OpenedStream {
  let last = -1;
  const timer = usualClock.every(STALL, () => {
    if (document.hidden) return;
    if (video.currentTime === last) return told.fails();
    last = video.currentTime;
    if (video.paused && !video.ended) video.play().catch(() => undefined);
  });
  video.addEventListener('error', () => told.fails());
  return {
    element: video,
    close() {
      timer.cancel();
      end();
      release(video);
    },
  };
}
