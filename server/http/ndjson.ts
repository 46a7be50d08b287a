import type { ServerResponse } from 'node:http';
import type { Sink } from '../changes/sink.ts';

const streamHead = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache, no-store',
  'X-Accel-Buffering': 'no',
};

/**
 * The sink of one stream over a hijacked response. Headers that were set on the response go along with `headers`;
 * they leave in one packet with the first message, so that first message must be written in the same turn.
 * Never compressed and without a length: proxies and libraries would hold lines back.
 */
export function ndjson(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): Sink {
  response.socket?.setNoDelay(true);
  response.socket?.setTimeout(0);
  response.writeHead(200, { ...headers, ...streamHead });
  return new ResponseSink(response);
}

class ResponseSink implements Sink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    // A peer that resets the connection is a close, not a fault of ours.
    response.on('error', ignore);
  }

  write(pieces: readonly Buffer[]): boolean {
    const response = this.#response;
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
    this.#response.once('close', run);
  }

  end(last = false): void {
    const { socket } = this.#response;
    this.#response.end();
    if (last) socket?.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}

const ignore = (): void => {};
