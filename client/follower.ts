/**
 * `whole`: the message holds everything. `resumed`: it holds what changed while there was no connection. `later`: it is a change.
 */
export type MessageSort = 'whole' | 'resumed' | 'later';

export interface MessageFacts {
  readonly sort: MessageSort;
  /** Revision of the canvas or directory that the message shows; over HTTP undefined in later messages. */
  readonly revision: number | undefined;
}

/** Receives the messages of a stream. After a lost connection it receives everything again, or only what changed meanwhile. */
export interface Follower {
  /** @param value an array for a list, an object for an item */
  message(value: unknown, told: MessageFacts): void;
  /** The stream is interrupted: what the follower has may be old, until the next message, which comes also if nothing changed. */
  stale?(): void;
  /** The stream has ended: its resource, or the right to it, is gone. The same GET now answers with this status. */
  ended(status: number, msg: string): void;
}

export interface FollowOptions {
  /**
   * The follower has the list as it was at this revision of its canvas or directory, from an answer to a GET. The first message holds
   * what changed since (`resumed`), or everything where the server does not know that. For paths in the form of changes.
   */
  readonly from?: number | undefined;
}

/** A subscription to a stream. */
export interface Subscription {
  /** Ends the subscription. The follower is not called any more. */
  close(): void;
}

/** Whether a refusal with this status is temporary, so that the client tries again. */
export const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** The path with this added to its query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Only a path that names the form can be resumed, because the default is a setting of the server. */
export const isOfChanges = (path: string): boolean => /[?&]changes(=(1|true)?)?(&|$)/i.test(path);
