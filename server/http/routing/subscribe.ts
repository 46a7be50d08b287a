import type { Actor } from '../../access/actor.ts';
import type { Sink, StreamStart } from '../../changes/sink.ts';

/** The user or the address that has the stream. */
export interface StreamOwner {
  readonly actor: Actor;
  /** The actor of this moment. Throws the refusal of a credential that does not hold any more. */
  readonly authenticate: () => Actor;
  /** The address of the client, with proxies in between. */
  readonly ip: string;
}

/** A stream that was opened, and the question whether it may still be. */
export interface PermittedStream extends StreamStart {
  /** Throws why it has ended: the right to it, or what it showed, is gone. */
  readonly permit: () => void;
}

/**
 * Opens the stream of a subscribable GET for a connection that has left HTTP (interface/streaming 5). `path`: with its query,
 * below the base of the interface. Rejects with the refusals that the GET has.
 */
export type Subscribe = (path: string, by: StreamOwner, sink: Sink) => Promise<PermittedStream>;
