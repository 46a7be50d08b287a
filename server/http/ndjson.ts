import type { ServerResponse } from 'node:http';
import type { Sink } from '../changes/sink.ts';

const streamHead = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache, no-store',
  'X-Accel-Buffering': 'no',
};

/**
 * The sink of one stream over a hijacked response. Nothing is sent before the first write: then the head, with the
 * headers that were set on the response and `headers`, leaves in one packet with the first message.
 * Never compressed and without a length: proxies and libraries would hold lines back.
 */
export function ndjson(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): Sink {
  return new ResponseSink(response, headers);
}

class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  #headers: Readonly<Record<string, string>>;

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.#headers = headers;
    // A peer that resets the connection is a close, not a fault of ours.
    response.on('error', ignore);
  }

  write(pieces: readonly Buffer[]): boolean {
    const response = this.#response;
    if (!response.headersSent) this.#writeHead();
    if (pieces.length === 1) return response.write(pieces[0]);
    response.cork();
    for (const piece of pieces) response.write(piece);
    response.uncork();
    return !response.writableNeedDrain;
  }

  onDrain(run: () => void): void {
    this.#response.on('drain', run);
  }

  onClose(run: () => void): void {
    // The peer may have left while the scope was loaded; then no event comes any more.
    if (this.#response.closed || this.#response.destroyed) run();
    else this.#response.once('close', run);
  }

  end(last = false): void {
    const { socket } = this.#response;
    if (!this.#response.headersSent) this.#writeHead();
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
    this.#response.writeHead(200, { ...this.#headers, ...streamHead });
    this.#headers = streamHead;
  }
}

const ignore = (): void => {};
