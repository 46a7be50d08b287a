import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Busboy, BusboyFileStream } from '@fastify/busboy';
import { refuse } from '../../model/refusal.ts';
import { type BodyReading, PeerGone } from './body.ts';
import type { Share } from './quota.ts';
import type { FormPart } from './route.ts';

type Multipart = InstanceType<typeof Busboy>;

/** More parts than any client sends; the rest is refused, so that nobody has us look at endless small ones. */
const MOST_PARTS = 100;
/** What boundaries, part headers and fields besides `data` and `json` may take in all. */
const FRAME_BYTES = 1024 * 1024;
/** Of a part's own bytes held before the connection is paused. */
const HELD_BYTES = 256 * 1024;
/** Held of an upload that stalls: these, and what is gathered for one write to the disk. */
const WAITING_BYTES = HELD_BYTES + 1024 * 1024;

/**
 * The parts of a `multipart/form-data` body, in their order, while they come: the connection is paused as long as nobody
 * reads. A part that is not read is skipped. `most`: bytes of one file; the whole body may have that, a JSON body and
 * some frame. Rejects with 400 (cut off, no multipart), 408 when nothing or too little comes for `bodyMs`, 413, 503 or 429 when there
 * is no room for one more, or PeerGone; then what is left of the body is for `dropBody`.
 */
export async function* readParts(
  request: IncomingMessage,
  reading: PartsReading,
  most: number,
): AsyncGenerator<FormPart, void, void> {
  const bound = most + reading.limits.bytes + FRAME_BYTES;
  if (Number(request.headers['content-length']) > bound) throw refuse.fileTooLarge();
  try {
    reading.share.take(WAITING_BYTES);
    reading.file.take(1);
    // Loaded at the first upload, to start fast
    const { Busboy } = await import('@fastify/busboy');
    const parts = new PartReading(request, parserOf(Busboy, request), reading, bound);
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
export interface PartsReading extends BodyReading {
  /** Bytes a second that must come on average, once it takes long; 0: any. */
  readonly slowest: number;
  /** Of open files: one is written while it comes. */
  readonly file: Share;
}

/** A link may be bad for so long. */
const SLOW_MS = 120_000;

class PartReading {
  /** Begun and not yet given out; as many as fit into one chunk of the connection. */
  readonly #waiting: { readonly part: FormPart; readonly stream: Readable }[] = [];
  readonly #streams = new Set<Readable>();
  #current: Readable | undefined;
  #failure: unknown;
  #finished = false;
  #received = 0;
  /** How long we have been waiting for the peer, in milliseconds. */
  #waited = 0;
  /** Since the last look of the idle timer. */
  #stirred = true;
  #wake = (): void => undefined;
  #stop = (): void => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly parser: Multipart,
    private readonly reading: PartsReading,
    private readonly bound: number,
  ) {
    this.parser
      .on('file', (name, stream, filename) => this.#begin(name, stream, filename))
      .on('partsLimit', () => this.#fail(refuse.invalid(`Too many parts: at most ${MOST_PARTS}`)))
      .on('error', () => this.#fail(this.#received === 0 ? undefined : refuse.invalid('Multipart body ends early')))
      .on('finish', () => this.#end());
    this.#listen();
  }

  /** The next part, after what was not read of the one before was skipped. */
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

  /** A peer that we keep waiting is neither idle nor slow. */
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
    // Whoever reads it is told by its iterator; one that nobody reads must not end the process
    stream.on('error', () => undefined).once('close', () => this.#streams.delete(stream));
    const bytes = { [Symbol.asyncIterator]: () => this.#bytesOf(stream) };
    this.#waiting.push({ stream, part: { name: name ?? '', filename: asNamed(filename ?? ''), bytes } });
    this.#wake();
  }

  /** A body that is cut off ends its last part like any other, so the failure is looked for at the end. */
  async *#bytesOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* stream.iterator({ destroyOnReturn: false });
    } catch (error) {
      throw this.#failure ?? error;
    }
    if (this.#failure) throw this.#failure;
  }

  /** Undefined: an empty body, which has no parts. */
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
 * The name as the sender has it: browsers write these three characters so, and no other (WHATWG, multipart/form-data
 * encoding). A file whose own name holds such letters cannot be told from that.
 */
const asNamed = (filename: string): string => filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** Every part is a file to it, so that each is streamed and none is decoded in its way. */
function parserOf(Parser: typeof Busboy, request: IncomingMessage): Multipart {
  // An empty one would be found everywhere
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
    // A boundary that cannot be searched for
    throw refuse.notMultipart();
  }
}
