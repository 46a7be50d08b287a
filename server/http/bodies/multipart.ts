import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Busboy, BusboyFileStream } from '@fastify/busboy';
import { refuse } from '../../../model/refusal.ts';
import type { Share } from '../bounds/quota.ts';
import type { FormPart } from '../routing/route.ts';
import { type BodyOptions, PeerGone } from './body.ts';

type Multipart = InstanceType<typeof Busboy>;

/**
 * No client sends more parts. More are refused, so that nobody makes us look at endless small ones.
 * @bound Parts of a multipart body: the request is refused with 400.
 */
const MOST_PARTS = 100;
/**
 * Bytes that boundaries, part headers and fields besides `data` and `json` may take together.
 * @bound Bytes of boundaries, heads of parts and other fields in an upload: the request is refused with 413.
 */
const FRAME_BYTES = 1024 * 1024;
/** Bytes of a part that are held before the connection is paused. */
const HELD_BYTES = 256 * 1024;
/** Memory of a stalled upload: the held bytes, and those gathered for one write to the disk. */
const WAITING_BYTES = HELD_BYTES + 1024 * 1024;

/**
 * The parts of a `multipart/form-data` body in their order, as they arrive; the connection is paused while nobody reads.
 * A part that is not read is skipped. `most`: bytes of one file; the whole body may have that, a JSON body and some frame.
 * Rejects with 400 (cut off, or not multipart); 408 when nothing or too little arrives for `bodyMs`; 413; 503 or 429 when
 * there is no room for one more; or PeerGone. After a rejection, `dropBody` takes the rest of the body.
 */
export async function* readParts(
  request: IncomingMessage,
  reading: PartsOptions,
  most: number,
): AsyncGenerator<FormPart, void, void> {
  const bound = most + reading.limits.bytes + FRAME_BYTES;
  if (Number(request.headers['content-length']) > bound) throw refuse.fileTooLarge();
  try {
    reading.share.take(WAITING_BYTES);
    reading.file.take(1);
    // Loaded at the first upload, for a fast start
    const { Busboy } = await import('@fastify/busboy');
    const parts = new PartReader(request, parserOf(Busboy, request), reading, bound);
    try {
      for (let part = await parts.next(); part; part = await parts.next()) yield part;
    } finally {
      parts.stop();
    }
  } finally {
    reading.share.release();
    reading.file.release();
  }
}

/** How a multipart body is read. */
export interface PartsOptions extends BodyOptions {
  /** Bytes a second that a long upload must bring on average; 0: no bound. */
  readonly slowest: number;
  /** A share of the open files, because one is written while it arrives. */
  readonly file: Share;
}

/** How long a link may be bad. */
const SLOW_MS = 120_000;

class PartReader {
  /** Parts that have begun and were not handed out yet; no more than begin in one chunk of the connection. */
  readonly #waiting: { readonly part: FormPart; readonly stream: Readable }[] = [];
  readonly #streams = new Set<Readable>();
  #current: Readable | undefined;
  #failure: unknown;
  #finished = false;
  #received = 0;
  /** How long we have waited for the peer, in milliseconds. */
  #waited = 0;
  /** Whether bytes arrived since the idle timer last looked. */
  #stirred = true;
  #wake = (): void => undefined;
  #stop = (): void => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly parser: Multipart,
    private readonly reading: PartsOptions,
    private readonly bound: number,
  ) {
    this.parser
      .on('file', (name, stream, filename) => this.#begin(name, stream, filename))
      .on('partsLimit', () => this.#fail(refuse.invalid(`Too many parts: at most ${MOST_PARTS}`)))
      .on('error', () => this.#fail(this.#received === 0 ? undefined : refuse.invalid('Multipart body ends early')))
      .on('finish', () => this.#end());
    this.#listen();
  }

  /** The next part. Skips what was not read of the one before. */
  async next(): Promise<FormPart | undefined> {
    this.#current?.resume();
    while (this.#waiting.length === 0 && !this.#finished) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
    const next = this.#waiting.shift();
    this.#current = next?.stream;
    return next?.part;
  }

  stop(): void {
    this.#stop();
    for (const stream of this.#streams) stream.destroy();
  }

  #listen(): void {
    const { request } = this;
    const { clock, bodyMs } = this.reading;
    const onData = (chunk: Buffer): void => this.#take(chunk);
    const onEnd = (): void => void this.parser.end();
    const onGone = (): void => void (request.complete || this.#fail(new PeerGone()));
    const timer = clock.every(bodyMs, () => this.#look());
    this.#stop = () => {
      timer.cancel();
      request.off('data', onData).off('end', onEnd).off('close', onGone).pause();
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
    if (request.destroyed) onGone();
  }

  #take(chunk: Buffer): void {
    this.#stirred = true;
    this.#received += chunk.length;
    if (this.#received > this.bound) return this.#fail(refuse.fileTooLarge());
    if (this.parser.write(chunk)) return;
    this.request.pause();
    this.parser.once('drain', () => this.#failure || this.request.resume());
  }

  /** Fails an idle or slow peer. A peer that we keep waiting is neither. */
  #look(): void {
    if (!this.request.isPaused()) {
      this.#waited += this.reading.bodyMs;
      const least = (this.reading.slowest * (this.#waited - SLOW_MS)) / 1000;
      if (!this.#stirred || this.#received < least) this.#fail(refuse.requestTimedOut());
    }
    this.#stirred = false;
  }

  #begin(name: string | undefined, stream: BusboyFileStream, filename: string | undefined): void {
    this.#streams.add(stream);
    // A reader learns of the error from its iterator; a part that nobody reads must not end the process
    stream.on('error', () => undefined).once('close', () => this.#streams.delete(stream));
    const bytes = { [Symbol.asyncIterator]: () => this.#bytesOf(stream) };
    this.#waiting.push({ stream, part: { name: name ?? '', filename: asNamed(filename ?? ''), bytes } });
    this.#wake();
  }

  /** When a body is cut off, its last part ends like any other, so the failure is checked at the end. */
  async *#bytesOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* stream.iterator({ destroyOnReturn: false });
    } catch (error) {
      throw this.#failure ?? error;
    }
    if (this.#failure) throw this.#failure;
  }

  /** `failure` undefined: an empty body, which has no parts. */
  #fail(failure: unknown): void {
    if (this.#finished) return;
    this.#failure = failure;
    for (const stream of this.#streams) stream.destroy(failure instanceof Error ? failure : undefined);
    this.#end();
    this.#stop();
  }

  #end(): void {
    this.#finished = true;
    this.#wake();
  }
}

/**
 * The name as the sender has it: browsers escape exactly these three characters (WHATWG, multipart/form-data encoding).
 * A file whose own name holds such an escape cannot be told apart.
 */
const asNamed = (filename: string): string => filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** Makes the parser treat every part as a file, so that each is streamed and the parser decodes none. */
function parserOf(Parser: typeof Busboy, request: IncomingMessage): Multipart {
  // An empty boundary would be found everywhere
  if (!/;\s*boundary=("[^"]|[^\s";])/i.test(request.headers['content-type'] ?? '')) throw refuse.notMultipart();
  try {
    return new Parser({
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      isPartAFile: () => true,
      limits: { parts: MOST_PARTS, headerPairs: 50, headerSize: 16 * 1024 },
      fileHwm: HELD_BYTES,
      highWaterMark: HELD_BYTES,
    });
  } catch {
    // The parser cannot search for this boundary
    throw refuse.notMultipart();
  }
}
