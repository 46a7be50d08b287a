import { Refusal, refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import { isNoRoom } from '../../disk.ts';
import { dropBody, hasBody, PeerGone } from '../bodies/body.ts';
import { type AnswerHead, answerHeadOf } from '../bodies/declared.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { Limits, Log } from '../deps.ts';
import type { Cors } from '../routing/cors.ts';
import type { Exchange } from '../routing/exchange.ts';
import type { RequestLog } from '../routing/request-log.ts';
import type { Answer, FileAnswer, PulledAnswer, Reply, Route } from '../routing/route.ts';
import { fileHead } from './file-head.ts';
import { PackedStream } from './packing.ts';
import { endLarge, endPrepared, endSmall, isLarge, lengthOf, type Pieces, type PreparedBody, send } from './sending.ts';

/** A request to a route. */
export interface RoutedExchange extends Exchange {
  readonly route: Route;
  /** The revision in the answer; undefined: none. */
  readonly revision?: number | undefined;
}

/** The writing side of every exchange. Error bodies are written only here, in the form of their family. */
export interface Answers {
  /** Writes what a handler returned; of a file, the part that the request asks for. Throws an Error for an undeclared answer. */
  give(exchange: RoutedExchange, answer: Answer): void;
  /** The plain answer of a GET whose headers follow from how it is read; `headers`: all but its length. */
  show(exchange: RoutedExchange, shown: PreparedAnswer): void;
  /** The same, with the status 200 and a prepared body. */
  showPrepared(exchange: RoutedExchange, headers: string[], body: PreparedBody): void;
  /** Writes a Refusal as its status and text, anything else as the constant 500 with a log entry. */
  error(exchange: Exchange, error: unknown): void;
  /** Writes the 204 of OPTIONS. */
  preflight(exchange: Exchange): void;
  /** Writes a 308, as the last answer of the connection. */
  redirect(exchange: Exchange, location: string): void;
  /** The headers of a stream besides its own. */
  streamHeaders(exchange: Exchange): Record<string, string>;
  /** True at shutdown: every answer is the last one of its connection. */
  closing: boolean;
}

export interface PreparedAnswer {
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
    // Most answers are of this sort, so they take the short way
    if (typeof answer === 'string' && typeof route.answer === 'object' && family.headers.length === 0) {
      return this.#json(exchange, answer);
    }
    const reply = isReply(answer) ? answer : { body: answer };
    const head = withRevision(answerHeadOf(route, reply, family), exchange);
    const { body } = reply;
    if (typeof body === 'object' && 'file' in body) return void this.#file(exchange, body, head);
    if (typeof body === 'object' && 'pieces' in body) return void this.#pulled(exchange, body, head);
    this.#whole(exchange, head, typeof body === 'string' ? [body] : (body ?? []));
  }

  show(exchange: RoutedExchange, { status, headers, body }: PreparedAnswer): void {
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

  showPrepared(exchange: RoutedExchange, headers: string[], body: PreparedBody): void {
    const { revision, family } = exchange;
    headers.push('Content-Length', body.length);
    if (revision !== undefined) headers.push('Easel-Revision', String(revision));
    if (family.headers.length > 0) headers.push(...family.headers);
    this.#head(exchange, 200, headers, false);
    endPrepared(exchange.response, body);
    this.#after(exchange, 200);
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

  #whole(exchange: Exchange, { status, content, headers }: AnswerHead, pieces: Pieces): void {
    const length = isBodiless(status) ? [] : ['Content-Length', String(lengthOf(pieces))];
    this.#write(exchange, status, [...content, ...length, ...headers], pieces);
  }

  #write(exchange: Exchange, status: number, headers: string[], pieces: Pieces): void {
    this.#head(exchange, status, headers, false);
    if (isLarge(pieces) && exchange.request.method !== 'HEAD') void this.#large(exchange, pieces);
    else endSmall(exchange.response, pieces);
    this.#after(exchange, status);
  }

  async #large(exchange: Exchange, pieces: Pieces): Promise<void> {
    const { response } = exchange;
    const { clock } = this.#deps;
    this.#long(exchange);
    const isTooSlow = this.#pace();
    let began = clock.steady();
    const took = (bytes: number): void => {
      const now = clock.steady();
      if (isTooSlow(bytes, now - began)) throw new PeerGone();
      began = now;
    };
    try {
      await endLarge(response, pieces, took);
    } catch {
      response.destroy();
    }
  }

  /** Sends the head only once the file is open, so that a missing file can still be refused. */
  async #file(exchange: Exchange, body: FileAnswer, head: AnswerHead): Promise<void> {
    const { request, response } = exchange;
    const { file } = body;
    // Behind an earlier request of this connection: if its turn never came, no event would say so, so nothing is opened yet
    if (response.socket === null) return void response.once('socket', () => void this.#file(exchange, body, head));
    const share = this.#deps.capacity.files.share(exchange.caller);
    try {
      const isHead = request.method === 'HEAD';
      // Ranges apply to GET only (RFC 9110, 14.2)
      const { status, headers, from, to } = fileHead(file, isHead ? { ...request.headers, range: undefined } : request.headers);
      if (status === 304) return this.#write(exchange, status, [...headers, ...head.headers], []);
      if (status === 200 && file.whole) return this.#write(exchange, status, [...headers, ...head.headers], [file.whole]);
      if (!isHead) share.take(1);
      const bytes = isHead ? undefined : await file.read(from, to);
      if (!bytes && !isHead) throw refuse.absent('File not found');
      if (response.destroyed) return void (await bytes?.close());
      this.#begin(exchange, status, [...headers, ...head.headers]);
      for await (const piece of bytes ?? []) await send(response, piece);
      response.end();
    } catch (error) {
      // A peer that broke off, or was cut off because it took nothing, is not our failure
      this.error(exchange, error);
    } finally {
      share.release();
    }
  }

  /** Holds one piece at a time. Sends the head only once the first piece is made, so that an early failure can be refused. */
  async #pulled(exchange: Exchange, body: PulledAnswer, head: AnswerHead): Promise<void> {
    const { request, response } = exchange;
    if (response.socket === null) return void response.once('socket', () => void this.#pulled(exchange, body, head));
    const headers = [...head.content, ...head.headers];
    if (request.method === 'HEAD') return this.#write(exchange, head.status, headers, []);
    const { capacity, clock } = this.#deps;
    const share = capacity.answers.share(exchange.caller);
    const isTooSlow = this.#pace();
    const packed = body.isPacked ? new PackedStream() : undefined;
    try {
      // The result of a write is always told, however many other answers are under way
      if (request.method === 'GET') share.take(1);
      for await (const piece of body.pieces()) {
        if (!response.headersSent) {
          body.permit?.();
          this.#begin(exchange, head.status, headers);
        }
        const bytes = packed ? await packed.add(piece) : piece;
        const sent = clock.steady();
        await send(response, bytes);
        if (isTooSlow(piece.length, clock.steady() - sent)) throw new PeerGone();
      }
      if (!response.headersSent) this.#begin(exchange, head.status, headers);
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

  /**
   * Tells, each time the reader has taken more bytes, whether it is too slow. A link may be bad for a while, and the time in which
   * pieces are made, as in a search through millions of entries, is not the reader's.
   */
  #pace(): (bytes: number, ms: number) => boolean {
    const { slowestRead } = this.#deps.limits;
    let taken = 0;
    let waited = 0;
    return (bytes, ms) => {
      taken += bytes;
      waited += ms;
      return taken < ((waited - SLOW_MS) / 1000) * slowestRead;
    };
  }

  #head(exchange: Exchange, status: number, headers: string[], preflight: boolean): void {
    headers.push('X-Request-ID', exchange.id);
    this.#deps.cors?.(exchange.request.headers.origin, headers, preflight);
    if (this.closing) exchange.response.shouldKeepAlive = false;
    exchange.response.writeHead(status, headers);
  }

  /** Bounds an answer that outlives its turn: its reader may stop reading, and the server may be shut down meanwhile. */
  #long({ request, response }: Exchange): void {
    // Node counts progress as activity, and restores its own timeout when the answer is finished
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

  /** The head of another answer is already out, so cutting the connection is the only way left to report the failure. */
  #cut(exchange: Exchange, error: unknown): void {
    this.#unexpected(exchange, error);
    exchange.response.destroy();
  }
}

/** A lack of descriptors or of disk space. It passes, and says nothing about the file that was to be opened or written. */
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

const withRevision = (outline: AnswerHead, exchange: RoutedExchange): AnswerHead => ({
  ...outline,
  headers: [...outline.headers, ...revisionOf(exchange)],
});

/** Statuses that have neither a body nor a length (RFC 9110, 8.6). */
const isBodiless = (status: number): boolean => status === 204 || status === 304;

const isReply = (answer: Answer): answer is Reply =>
  typeof answer === 'object' && !Array.isArray(answer) && !('file' in answer) && !('pieces' in answer);

const SLOW_MS = 60_000;
