import { CameraOff, ShieldAlert } from 'lucide';
import type { WidgetOf } from '../live/board.ts';
import type { Face, Kind, Live } from './kind.ts';
import type { Card } from './panel.tsx';
import { Retry } from './retry.ts';
import type { OpenedStream, OpenStream } from './streams.ts';
import { openHls, openPicture, openStill, openVideo } from './streams.ts';
import { isMixed, type StreamWay, streamAddress, streamWays } from './web-addresses.ts';

type IpVideo = WidgetOf<'IpVideo'>;

/** A camera or a stream whose address browsers understand. For others (RTSP, UDP) the picture says that a display shows them. */
export const ipVideo: Kind<IpVideo> = {
  groupOf({ source }) {
    const [first] = streamWays(source);
    return first && (first === 'hls' ? 'stream' : 'camera');
  },
  nameOf: ({ title, source }, texts) => texts.ipVideo(title || streamAddress(source)?.host || texts.unnamed),
  open: (widget, face) => new LiveStream(widget, face),
};

const opens: Readonly<Record<StreamWay, OpenStream>> = {
  hls: openHls,
  video: openVideo,
  still: openStill,
  picture: openPicture,
};

class LiveStream implements Live<IpVideo> {
  #opened: OpenedStream | undefined;
  /** The index of the way that is tried, among those that the address may mean. */
  #at = 0;
  readonly #retry = new Retry(() => this.#open());
  readonly #refused = (event: SecurityPolicyViolationEvent): void => this.#blocked(event);

  constructor(
    private widget: IpVideo,
    private readonly face: Face,
  ) {
    document.addEventListener('securitypolicyviolation', this.#refused);
    this.#open();
  }

  update(widget: IpVideo): void {
    const before = this.widget;
    this.widget = widget;
    if (before.source === widget.source) return;
    this.#at = 0;
    this.#retry.worked();
    this.face.card.value = undefined;
    this.face.ready.value = false;
    this.#open();
  }

  close(): void {
    document.removeEventListener('securitypolicyviolation', this.#refused);
    this.#retry.end();
    this.#opened?.close();
  }

  #open(): void {
    this.#retry.end();
    this.#opened?.close();
    this.#opened = undefined;
    const address = streamAddress(this.widget.source);
    const ways = streamWays(this.widget.source);
    if (!address) return;
    if (isMixed(address, location)) return this.#say({ icon: ShieldAlert, says: (texts) => texts.mixedStream });
    const opened = opens[ways[this.#at % ways.length]!](address.href, {
      shows: () => this.#opened === opened && this.#shows(),
      fails: () => this.#opened === opened && this.#fails(ways.length),
    });
    this.#opened = opened;
    this.face.frame.append(opened.element);
  }

  #shows(): void {
    this.#retry.worked();
    this.face.card.value = undefined;
    this.face.ready.value = true;
  }

  /** An address that may mean several things is tried as all of them before it is said to be silent. */
  #fails(ways: number): void {
    this.#at++;
    if (this.#at % ways !== 0) return this.#open();
    this.#opened?.close();
    this.#opened = undefined;
    this.#say({ icon: CameraOff, says: (texts) => texts.silentCamera });
    this.#retry.later();
  }

  /** What the policy of this page forbids is not asked for again. */
  #blocked({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    const address = streamAddress(this.widget.source);
    if (effectiveDirective !== 'connect-src' || !address || !blockedURI.startsWith(address.origin)) return;
    this.#opened?.close();
    this.#opened = undefined;
    this.#retry.end();
    this.#say({ icon: ShieldAlert, says: (texts) => texts.blockedStream(address.origin) });
  }

  #say(card: Card): void {
    this.face.card.value = card;
    this.face.ready.value = true;
  }
}
