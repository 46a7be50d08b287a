import { Refusal, refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import { isNoRoom } from '../disk.ts';
import { dropBody, hasBody, PeerGone } from './body.ts';
import type { Capacity } from './capacity.ts';
import type { Cors } from './cors.ts';
import { type Outline, outlineOf } from './declared.ts';
import type { Limits, Log } from './deps.ts';
import type { Exchange } from './exchange.ts';
import { fileHead } from './file-head.ts';
import { PackedStream } from './packing.ts';
import type { RequestLog } from './request-log.ts';
import type { Answer, FileAnswer, PulledAnswer, Reply, Route } from './route.ts';
import { endLarge, endSmall, isLarge, lengthOf, type Pieces, send } from './sending.ts';

/** A request to a route. */
export interface RoutedExchange extends Exchange {
  readonly route: Route;
  /** Which the answer says; undefined: none. */
  readonly revision?: number | undefined;
}

/** The writing side of every exchange. Only here is an error body written, in the form of its family. */
export interface Answers {
  /** What the handler of a route gave; a file as its request asks for it. Throws an Error for what the route does not declare. */
  give(exchange: RoutedExchange, answer: Answer): void;
  /** The plain answer of a GET whose headers follow from how it is read; `headers`: all but its length. */
  show(exchange: RoutedExchange, shown: Shown): void;
  /** A Refusal as its status and text; anything else as the constant 500 and a log entry. */
  error(exchange: Exchange, error: unknown): void;
  /** 204 of OPTIONS. */
  preflight(exchange: Exchange): void;
  /** 308, as the last answer of the connection. */
  redirect(exchange: Exchange, location: string): void;
  /** Headers that a stream has besides its own. */
  streamHeaders(exchange: Exchange): Record<string, string>;
  /** True at shutdown: every answer is the last one of its connection. */
  closing: boolean;
}

export interface Shown {
  readonly status: 200 | 304;
  readonly headers: string[];
  readonly body: string | readonly Buffer[] | PulledAnswer;
}

export interface AnswerDeps {
  readonly cors: Cors | undefined;
  readonly requestLog: RequestLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly capacity: Pick<Capacity, 'answers' | 'files'>;
}

export const createAnswers = (deps: AnswerDeps): Answers => new ResponseAnswers(deps);

class ResponseAnswers implements Answers {
  closing = false;
  readonly #deps: AnswerDeps;

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
  }

  give(exchange: RoutedExchange, answer: Answer): void {
    const { route, family } = exchange;
    // Most answers are this, so they take the short way
    if (typeof answer === 'string' && typeof route.answer === 'object' && family.headers.length === 0) {
      return this.#json(exchange, answer);
    }
    const reply = isReply(answer) ? answer : { body: answer };
    const outline = withRevision(outlineOf(route, reply, family), exchange);
    const { body } = reply;
    if (typeof body === 'object' && 'file' in body) return void this.#file(exchange, body, outline);
    if (typeof body === 'object' && 'pieces' in body) return void this.#pulled(exchange, body, outline);
    this.#whole(exchange, outline, typeof body === 'string' ? [body] : (body ?? []));
  }

  show(exchange: RoutedExchange, { status, headers, body }: Shown): void {
    const { revision, family } = exchange;
    if (revision !== undefined) headers.push('Easel-Revision', String(revision));
    if (family.headers.length > 0) headers.push(...family.headers);
    if (typeof body === 'object' && 'pieces' in body) {
      return void this.#pulled(exchange, body, { status, content: headers, headers: [] });
    }
    const pieces = typeof body === 'string' ? [body] : body;
    if (!isBodiless(status)) headers.push('Content-Length', String(lengthOf(pieces)));
    this.#write(exchange, status, headers, pieces);
  }

  error(exchange: Exchange, error: unknown): void {
    if (error instanceof PeerGone || exchange.response.destroyed) return;
    if (exchange.response.headersSent) return this.#cut(exchange, error);
    const refusal = error instanceof Refusal ? error : this.#unexpected(exchange, error);
    const { type, text } = exchange.family.refusal(refusal);
    const own = [...exchange.family.headers, ...Object.entries(refusal.headers).flat()];
    this.#write(exchange, refusal.status, [...contentHeaders(type, Buffer.byteLength(text)), ...own], [text]);
  }

  preflight(exchange: Exchange): void {
    const headers: string[] = [];
    this.#head(exchange, 204, headers, true);
    exchange.response.end();
    this.#after(exchange, 204);
  }

  redirect(exchange: Exchange, location: string): void {
    exchange.response.shouldKeepAlive = false;
    this.#write(exchange, 308, ['Location', location, 'Content-Length', '0'], []);
  }

  streamHeaders(exchange: Exchange): Record<string, string> {
    const headers: string[] = ['X-Request-ID', exchange.id];
    this.#deps.cors?.(exchange.request.headers.origin, headers, false);
    const named: Record<string, string> = {};
    for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
    return named;
  }

  #json(exchange: RoutedExchange, text: string): void {
    const headers = contentHeaders('application/json', Buffer.byteLength(text));
    headers.push(...revisionOf(exchange));
    this.#write(exchange, 200, headers, [text]);
  }

  #whole(exchange: Exchange, { status, content, headers }: Outline, pieces: Pieces): void {
    const length = isBodiless(status) ? [] : ['Content-Length', String(lengthOf(pieces))];
    this.#write(exchange, status, [...content, ...length, ...headers], pieces);
  }

  #write(exchange: Exchange, status: number, headers: string[], pieces: Pieces): void {
    this.#head(exchange, status, headers, false);
    if (isLarge(pieces)) {
      this.#long(exchange);
      endLarge(exchange.response, pieces);
    } else {
      endSmall(exchange.response, pieces);
    }
    this.#after(exchange, status);
  }

  /** The head leaves when the file is open, so that one that is gone can still be refused. */
  async #file(exchange: Exchange, body: FileAnswer, outline: Outline): Promise<void> {
    const { request, response } = exchange;
    const { file } = body;
    // Behind an earlier request of this connection: nothing would tell that its turn never comes, so nothing is opened
    if (response.socket === null) return void response.once('socket', () => void this.#file(exchange, body, outline));
    const share = this.#deps.capacity.files.share(exchange.caller);
    try {
      const isHead = request.method === 'HEAD';
      // A range is a range of a GET only (RFC 9110, 14.2)
      const { status, headers, from, to } = fileHead(file, isHead ? {} : request.headers);
      if (!isHead) share.take(1);
      const bytes = isHead ? undefined : await file.read(from, to);
      if (!bytes && !isHead) throw refuse.absent('File not found');
      if (response.destroyed) return void (await bytes?.close());
      this.#begin(exchange, status, [...headers, ...outline.headers]);
      for await (const piece of bytes ?? []) await send(response, piece);
      response.end();
    } catch (error) {
      // A peer that broke off, or was cut off because it took nothing, is not a failure of ours
      this.error(exchange, error);
    } finally {
      share.release();
    }
  }

  /** One piece is there at a time. The head leaves when the first one is made, so that what fails at once is refused. */
  async #pulled(exchange: Exchange, body: PulledAnswer, outline: Outline): Promise<void> {
    const { request, response } = exchange;
    if (response.socket === null) return void response.once('socket', () => void this.#pulled(exchange, body, outline));
    const headers = [...outline.content, ...outline.headers];
    if (request.method === 'HEAD') return this.#write(exchange, outline.status, headers, []);
    const share = this.#deps.capacity.answers.share(exchange.caller);
    const isTooSlow = this.#pace();
    const packed = body.isPacked ? new PackedStream() : undefined;
    try {
      // What was written is told, whatever else is under way
      if (request.method === 'GET') share.take(1);
      for await (const piece of body.pieces()) {
        if (!response.headersSent) {
          body.permit?.();
          this.#begin(exchange, outline.status, headers);
        }
        await send(response, packed ? await packed.add(piece) : piece);
        if (isTooSlow(piece.length)) throw new PeerGone();
      }
      if (!response.headersSent) this.#begin(exchange, outline.status, headers);
      response.end(packed?.end());
    } catch (error) {
      if (error instanceof PeerGone) response.destroy();
      this.error(exchange, error);
    } finally {
      share.release();
    }
  }

  #begin(exchange: Exchange, status: number, headers: string[]): void {
    this.#head(exchange, status, headers, false);
    this.#long(exchange);
    this.#after(exchange, status);
  }

  /** Says whether a reader who has taken so much more takes too little. A link may be bad for a while. */
  #pace(): (bytes: number) => boolean {
    const { clock, limits } = this.#deps;
    const begun = clock.steady();
    let taken = 0;
    return (bytes) => {
      taken += bytes;
      return taken < ((clock.steady() - begun - SLOW_MS) / 1000) * limits.slowestRead;
    };
  }

  #head(exchange: Exchange, status: number, headers: string[], preflight: boolean): void {
    headers.push('X-Request-ID', exchange.id);
    this.#deps.cors?.(exchange.request.headers.origin, headers, preflight);
    if (this.closing) exchange.response.shouldKeepAlive = false;
    exchange.response.writeHead(status, headers);
  }

  /** An answer that outlives its turn: nobody has to read it, and the server may be shut down while somebody does. */
  #long({ request, response }: Exchange): void {
    // Node counts progress as activity, and sets its own timer again when the answer is through
    response.setTimeout(this.#deps.limits.unreadMs);
    response.once('finish', () => {
      if (this.closing) request.socket.destroySoon();
    });
  }

  #after(exchange: Exchange, status: number): void {
    this.#deps.requestLog(exchange, status);
    if (hasBody(exchange.request)) dropBody(exchange.request, this.#deps.clock, this.#deps.limits);
  }

  #unexpected(exchange: Exchange, error: unknown): Refusal {
    this.#deps.log.error({ request: exchange.id, route: exchange.pattern, err: error }, 'unexpected error');
    return isLack(error) ? refuse.unavailable() : refuse.internal();
  }

  /** The head of another answer is out already: cutting the connection is the only way left to say that it failed. */
  #cut(exchange: Exchange, error: unknown): void {
    this.#unexpected(exchange, error);
    exchange.response.destroy();
  }
}

/** Of descriptors or of room on the disk: it passes, and says nothing about what was to be opened or written. */
const isLack = (error: unknown): boolean =>
  isNoRoom(error) || ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

const contentHeaders = (type: string, length: number): string[] => [
  'Content-Type',
  type,
  'Cache-Control',
  'no-store',
  'Content-Length',
  String(length),
];

const revisionOf = ({ revision }: RoutedExchange): string[] =>
  revision === undefined ? [] : ['Easel-Revision', String(revision)];

const withRevision = (outline: Outline, exchange: RoutedExchange): Outline => ({
  ...outline,
  headers: [...outline.headers, ...revisionOf(exchange)],
});

/** Statuses that have no body, and no length (RFC 9110, 8.6). */
const isBodiless = (status: number): boolean => status === 204 || status === 304;

const isReply = (answer: Answer): answer is Reply =>
  typeof answer === 'object' && !Array.isArray(answer) && !('file' in answer) && !('pieces' in answer);

const SLOW_MS = 60_000;
