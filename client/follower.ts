/** What a message of a stream is. `whole`: everything. `resumed`: what changed while there was no connection. `later`: a change. */
export type MessageSort = 'whole' | 'resumed' | 'later';

export interface Told {
  readonly sort: MessageSort;
  /** Revision of the canvas or directory that it shows; undefined over HTTP. */
  readonly revision: number | undefined;
}

/** Whoever follows a stream: it is told again of everything, or of what changed meanwhile, after each connection that broke. */
export interface Follower {
  /** @param value an array of a list, an object of an item */
  message(value: unknown, told: Told): void;
  /** Nothing more comes: what it showed, or the right to it, is gone. The status is what the same GET answers now. */
  ended(status: number, msg: string): void;
}

/** A stream that is followed. */
export interface Following {
  /** Tells no more, not even of its end. */
  close(): void;
}

/** Statuses of a refusal that passes: the stream is asked for again. */
export const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** Adds to the query of a path. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
