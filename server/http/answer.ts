import type { ServerResponse } from 'node:http';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import { dropBody, hasBody, PeerGone } from './body.ts';
import type { Capacity } from './capacity.ts';
import type { Cors } from './cors.ts';
import type { Exchange } from './exchange.ts';
import { fileHead } from './file-head.ts';
import type { Limits, Log } from './parts.ts';
import type { RequestLog } from './request-log.ts';
import type { Answer, FileAnswer, PulledAnswer } from './route.ts';

type Text = Exclude<Answer, FileAnswer | PulledAnswer>;

/** The writing side of every exchange. Only here is an error body written. */
export interface Answers {
  /** 200 with JSON, or with an empty body and no content type (conventions 1.4); a file as its request asks for it. */
  json(exchange: Exchange, answer: Answer): void;
  /** A Refusal as its status and text; anything else as the constant 500 and a log entry. */
  error(exchange: Exchange, error: unknown): void;
  /** 204 of OPTIONS. */
  preflight(exchange: Exchange): void;
  /** Any status, headers and body; `X-Request-ID` and CORS are added. */
  write(exchange: Exchange, status: number, headers: string[], body: Text): void;
  /** Headers that a stream has besides its own. */
  streamHeaders(exchange: Exchange): Record<string, string>;
  /** True at shutdown: every answer is the last one of its connection. */
  closing: boolean;
}

export interface AnswerParts {
  readonly cors: Cors | undefined;
  readonly requestLog: RequestLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly capacity: Pick<Capacity, 'answers' | 'files'>;
}

export const createAnswers = (parts: AnswerParts): Answers => new ResponseAnswers(parts);

/** `{"msg":"…"}`; a text that cannot be written gives the constant, never `{}`. */
export function errorBody(text: unknown): string {
  return typeof text === 'string' && text !== '' ? JSON.stringify({ msg: text }) : '{"msg":"Internal server error"}';
}

class ResponseAnswers implements Answers {
  closing = false;
  readonly #parts: AnswerParts;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  json(exchange: Exchange, answer: Answer): void {
    if (answer === undefined) return this.write(exchange, 200, ['Content-Length', '0'], undefined);
    if (typeof answer === 'object' && 'file' in answer) return void this.#file(exchange, answer);
    if (typeof answer === 'object' && 'pieces' in answer) return void this.#pulled(exchange, answer);
    this.write(exchange, 200, jsonHeaders(lengthOf(answer)), answer);
  }

  error(exchange: Exchange, error: unknown): void {
    if (error instanceof PeerGone || exchange.response.destroyed) return;
    if (exchange.response.headersSent) return this.#cut(exchange, error);
    const refusal = error instanceof Refusal ? error : this.#unexpected(exchange, error);
    const body = errorBody(refusal.message);
    const headers = [...jsonHeaders(Buffer.byteLength(body)), ...Object.entries(refusal.headers).flat()];
    this.write(exchange, refusal.status, headers, body);
  }

  /** The head leaves when the file is open, so that one that is gone can still be refused. */
  async #file(exchange: Exchange, answer: FileAnswer): Promise<void> {
    const { request, response } = exchange;
    const { file } = answer;
    // Behind an earlier request of this connection: nothing would tell that its turn never comes, so nothing is opened
    if (response.socket === null) return void response.once('socket', () => void this.#file(exchange, answer));
    const share = this.#parts.capacity.files.share(exchange.caller);
    try {
      const isHead = request.method === 'HEAD';
      // A range is a range of a GET only (RFC 9110, 14.2)
      const { status, headers, from, to } = fileHead(file, isHead ? {} : request.headers);
      if (!isHead) share.take(1);
      const bytes = isHead ? undefined : await file.read(from, to);
      if (!bytes && !isHead) throw refuse.absent('File not found');
      if (response.destroyed) return void (await bytes?.close());
      this.#head(exchange, status, headers, false);
      this.#long(exchange);
      this.#after(exchange, status);
      for await (const piece of bytes ?? []) await write(response, piece);
      response.end();
    } catch (error) {
      // A peer that broke off, or was cut off because it took nothing, is not a failure of ours
      this.error(exchange, error);
    } finally {
      share.release();
    }
  }

  /** One piece is there at a time. The head leaves when the first one is made, so that what fails at once is refused. */
  async #pulled(exchange: Exchange, answer: PulledAnswer): Promise<void> {
    const { request, response } = exchange;
    if (response.socket === null) return void response.once('socket', () => void this.#pulled(exchange, answer));
    if (request.method === 'HEAD') return this.write(exchange, 200, jsonHeaders(), undefined);
    const share = this.#parts.capacity.answers.share(exchange.caller);
    const isTooSlow = this.#pace();
    try {
      // What was written is told, whatever else is under way
      if (request.method === 'GET') share.take(1);
      for await (const piece of answer.pieces()) {
        if (!response.headersSent) {
          answer.permit?.();
          this.#begin(exchange);
        }
        await write(response, piece);
        if (isTooSlow(piece.length)) throw new PeerGone();
      }
      if (!response.headersSent) this.#begin(exchange);
      response.end();
    } catch (error) {
      if (error instanceof PeerGone) response.destroy();
      this.error(exchange, error);
    } finally {
      share.release();
    }
  }

  #begin(exchange: Exchange): void {
    this.#head(exchange, 200, jsonHeaders(), false);
    this.#long(exchange);
    this.#after(exchange, 200);
  }

  /** Says whether a reader who has taken so much more takes too little. A link may be bad for a while. */
  #pace(): (bytes: number) => boolean {
    const { clock, limits } = this.#parts;
    const begun = clock.steady();
    let taken = 0;
    return (bytes) => {
      taken += bytes;
      return taken < ((clock.steady() - begun - SLOW_MS) / 1000) * limits.slowestRead;
    };
  }

  preflight(exchange: Exchange): void {
    const headers: string[] = [];
    this.#head(exchange, 204, headers, true);
    exchange.response.end();
    this.#after(exchange, 204);
  }

  write(exchange: Exchange, status: number, headers: string[], body: Text): void {
    this.#head(exchange, status, headers, false);
    const pieces = typeof body === 'string' ? [body] : (body ?? []);
    if (isLarge(pieces)) {
      this.#long(exchange);
      writeLarge(exchange.response, pieces);
    } else {
      writeSmall(exchange.response, pieces);
    }
    this.#after(exchange, status);
  }

  streamHeaders(exchange: Exchange): Record<string, string> {
    const headers: string[] = ['X-Request-ID', exchange.id];
    this.#parts.cors?.(exchange.request.headers.origin, headers, false);
    const named: Record<string, string> = {};
    for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
    return named;
  }

  #head(exchange: Exchange, status: number, headers: string[], preflight: boolean): void {
    headers.push('X-Request-ID', exchange.id);
    this.#parts.cors?.(exchange.request.headers.origin, headers, preflight);
    if (this.closing) exchange.response.shouldKeepAlive = false;
    exchange.response.writeHead(status, headers);
  }

  /** An answer that outlives its turn: nobody has to read it, and the server may be shut down while somebody does. */
  #long({ request, response }: Exchange): void {
    // Node counts progress as activity, and sets its own timer again when the answer is through
    response.setTimeout(this.#parts.limits.unreadMs);
    response.once('finish', () => {
      if (this.closing) request.socket.destroySoon();
    });
  }

  #after(exchange: Exchange, status: number): void {
    this.#parts.requestLog(exchange, status);
    if (hasBody(exchange.request)) dropBody(exchange.request, this.#parts.clock, this.#parts.limits);
  }

  #unexpected(exchange: Exchange, error: unknown): Refusal {
    this.#parts.log.error({ request: exchange.id, route: exchange.pattern, err: error }, 'unexpected error');
    return isLackOfDescriptors(error) ? refuse.unavailable() : refuse.internal();
  }

  /** The head of another answer is out already: cutting the connection is the only way left to say that it failed. */
  #cut(exchange: Exchange, error: unknown): void {
    this.#unexpected(exchange, error);
    exchange.response.destroy();
  }
}

/** It is over when others have closed theirs, and says nothing about what was to be opened. */
const isLackOfDescriptors = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Resolves when the system has taken the bytes; rejects when it never will, because the connection is gone. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new PeerGone());
    response.once('close', gone);
    response.write(bytes, (error) => {
      response.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
    if (response.destroyed) gone();
  });
}

/** Without a length it is sent in chunks. */
const jsonHeaders = (length?: number): string[] => [
  'Content-Type',
  'application/json',
  'Cache-Control',
  'no-store',
  ...(length === undefined ? [] : ['Content-Length', String(length)]),
];

const SLOW_MS = 60_000;

function lengthOf(answer: string | readonly Buffer[]): number {
  if (typeof answer === 'string') return Buffer.byteLength(answer);
  let length = 0;
  for (const piece of answer) length += piece.length;
  return length;
}

const smallBytes = 16 * 1024;
/** More than the system takes at once of an answer that nobody reads. */
const largeBytes = 64 * 1024;

function isLarge(pieces: readonly (string | Buffer)[]): boolean {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length > largeBytes;
}

function writeSmall(response: ServerResponse, pieces: readonly (string | Buffer)[]): void {
  const [first] = pieces;
  if (typeof first === 'string' || first === undefined) return void response.end(first);
  // As one-byte text a small body leaves in one write with the head, byte for byte; a Buffer would need a second
  if (pieces.length === 1 && first.length < smallBytes) return void response.end(first.toString('latin1'), 'latin1');
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
}

/** Ends when the system has taken it all: at shutdown Node cuts connections whose answer has ended, sent or not. */
function writeLarge(response: ServerResponse, pieces: readonly (string | Buffer)[]): void {
  response.cork();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.write(pieces.at(-1), () => response.end());
  response.uncork();
}
