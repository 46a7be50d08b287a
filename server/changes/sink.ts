/** The writing end of one stream, implemented by http over a response whose head is not sent yet or just was. */
export interface Sink {
  /** Writes the pieces one after the other as one write. False: not drained yet, so write nothing until `onDrain`. */
  write(pieces: readonly Buffer[]): boolean;
  /** Called each time the socket has taken everything after a `false`. One listener. */
  onDrain(run: () => void): void;
  /** Called once, when the connection is gone or the response is through. One listener. */
  onClose(run: () => void): void;
  /** Clean end: terminating chunk. `last`: the server shuts down, the connection is closed behind it. */
  end(last?: boolean): void;
  /** Drops the connection without an end. */
  destroy(): void;
}
