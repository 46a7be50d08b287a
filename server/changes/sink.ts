/** The writing end of one stream. HTTP implements it over a response whose head is not sent yet, or was sent just now. */
export interface Sink {
  /** Writes the pieces one after the other, in one write. False: the socket is full, so write nothing until `onDrain`. */
  write(pieces: readonly Buffer[]): boolean;
  /** Called each time the socket has taken everything after a `false`. One listener. */
  onDrain(run: () => void): void;
  /** Called once, when the connection is gone or the response has ended. One listener. */
  onClose(run: () => void): void;
  /**
   * Ends the stream cleanly, with the terminating chunk. `last`: the server shuts down, and the connection is closed
   * afterwards.
   */
  end(last?: boolean): void;
  /** Drops the connection without an end. */
  destroy(): void;
}
