/** One message of a stream with its LF, and the revision of the scope that its reader has reached with it. */
export interface Line {
  readonly pieces: readonly Buffer[];
  /** Everything up to this revision is in this line and those before it. */
  readonly revision: number;
}

/** What a stream begins with. */
export interface StreamStart {
  /** Streams with the same number are sent the same lines, but for the first. Of this server, while it runs. */
  readonly channel: number;
  /** Whether the first message holds all, or only what changed after the revision that the reader named. */
  readonly stream: 'whole' | 'resumed';
  /** The state to which the first message leads, also when that is still being made. */
  readonly revision: number;
}

/** The writing end of one stream. HTTP implements it over a response whose head is not sent yet, or was sent just now. */
export interface Sink {
  /** Called once, before the first write and in the turn of the opening; not for a stream that ends at once. */
  begin(beginning: StreamStart): void;
  /**
   * Writes the pieces one after the other, in one write. False: the socket is full, so write nothing until `onDrain`.
   * `lines`: the same, for a sink that frames each line; undefined for a keepalive. All streams that are sent the same are given
   * the same array.
   */
  write(pieces: readonly Buffer[], lines?: readonly Line[]): boolean;
  /** Called each time the socket has taken everything after a `false`. One listener. */
  onDrain(run: () => void): void;
  /** Called once, when the connection is gone or the response has ended. One listener. */
  onClose(run: () => void): void;
  /**
   * Ends the stream cleanly, with the terminating chunk. `last`: the reader should go elsewhere, and the connection is closed
   * afterwards. `reason`: a word that says why, for readers that look.
   */
  end(last?: boolean, reason?: string): void;
  /** Drops the connection without an end. */
  destroy(): void;
}
