import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Sink, StreamStart } from '../../changes/sink.ts';

const streamHead = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache, no-store',
  'X-Accel-Buffering': 'no',
};

/** Makes the sink of one stream over a response. */
export type Ndjson = (response: ServerResponse, headers?: Readonly<Record<string, string>>) => Sink;

/**
 * The sinks of a server. A sink sends nothing before its first write; then the head, with the headers that were set on
 * the response and `headers`, leaves in one packet with the first message.
 * Never compressed and without a length, because proxies and libraries would hold lines back.
 */
export function createNdjson(): Ndjson {
  const chunks = new Chunks();
  return (response, headers = {}) => new ResponseSink(response, headers, chunks);
}

/**
 * Only the head, the first message and the end go through the response. Messages between them are written to its socket
 * as the chunks that the response would have made (RFC 9112, 7.1), because thousands of streams may get the same chunk.
 */
class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  readonly #chunks: Chunks;
  #headers: Readonly<Record<string, string>>;

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>, chunks: Chunks) {
    this.#response = response;
    this.#chunks = chunks;
    this.#headers = headers;
    // A peer that resets the connection closes it; that is not our failure.
    response.on('error', ignore);
  }

  begin({ revision, stream }: StreamStart): void {
    this.#headers = { ...this.#headers, 'Easel-Revision': String(revision), 'Easel-Stream': stream };
  }

  write(pieces: readonly Buffer[]): boolean {
    const response = this.#response;
    if (!response.headersSent) this.#writeHead();
    else if (response.chunkedEncoding) return writeAll(response.socket, this.#chunks.of(pieces));
    return writeAll(response, pieces);
  }

  onDrain(run: () => void): void {
    const { socket } = this.#response;
    socket?.on('drain', run);
    // The connection may live longer than the stream
    this.#response.once('close', () => socket?.off('drain', run));
  }

  onClose(run: () => void): void {
    // The peer may have left while the scope was loaded; then the event is already over.
    if (this.#response.closed || this.#response.destroyed) run();
    else this.#response.once('close', run);
  }

  end(last = false, reason?: string): void {
    const { socket } = this.#response;
    if (!this.#response.headersSent) this.#writeHead();
    if (reason !== undefined) this.#response.addTrailers({ 'Easel-End': reason });
    this.#response.end();
    if (last) socket?.end();
  }

  destroy(): void {
    this.#response.destroy();
  }

  #writeHead(): void {
    const { socket } = this.#response;
    socket?.setNoDelay(true);
    socket?.setTimeout(0);
    this.#response.writeHead(200, { ...streamHead, ...this.#headers });
    this.#headers = streamHead;
  }
}

/** Writes all at once. False: the socket is full, or gone, which `onClose` reports. */
function writeAll(to: Writable | null, pieces: readonly Buffer[]): boolean {
  if (!to?.writable) return false;
  if (pieces.length === 1) return to.write(pieces[0]);
  to.cork();
  for (const piece of pieces) to.write(piece);
  to.uncork();
  return !to.writableNeedDrain;
}

const smallBytes = 16 * 1024;

/** Messages as chunks. Keeps the last small chunk in one piece, because most go to many streams one after the other. */
class Chunks {
  #latest: { readonly pieces: readonly Buffer[]; readonly chunk: readonly Buffer[] } = { pieces: [], chunk: [] };

  of(pieces: readonly Buffer[]): readonly Buffer[] {
    if (this.#latest.pieces === pieces) return this.#latest.chunk;
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const chunk = [Buffer.from(`${bytes.toString(16)}\r\n`, 'latin1'), ...pieces, lineEnd];
    if (bytes > smallBytes) return chunk;
    this.#latest = { pieces, chunk: [Buffer.concat(chunk)] };
    return this.#latest.chunk;
  }
}

const lineEnd = Buffer.from('\r\n');
const ignore = (): void => {};
