/**
 * `whole`: the message holds everything. `resumed`: it holds what changed while there was no connection. `later`: it is a change.
 */
export type MessageSort = 'whole' | 'resumed' | 'later';

export interface Told {
  readonly sort: MessageSort;
  /** Revision of the canvas or directory that the message shows; undefined over HTTP. */
  readonly revision: number | undefined;
}

/** Receives the messages of a stream. After a lost connection it receives everything again, or only what changed meanwhile. */
export interface Follower {
  /** @param value an array for a list, an object for an item */
  message(value: unknown, told: Told): void;
  /** The stream has ended: its resource, or the right to it, is gone. The same GET now answers with this status. */
  ended(status: number, msg: string): void;
}

/** A subscription to a stream. */
export interface Following {
  /** Ends the subscription. The follower is not called any more. */
  close(): void;
}

/** Whether a refusal with this status is temporary, so that the client tries again. */
export const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** The path with this added to its query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
