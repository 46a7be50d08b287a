import type { ChangeSet } from '../store/types.ts';

/** One object as a subscriber sees it: `shown` is its JSON text with `"state":"normal"`. Compared by text. */
export interface Seen {
  readonly key: string;
  readonly shown: string;
}

export interface SeenChange {
  readonly key: string;
  readonly before: Seen | undefined;
  readonly after: Seen | undefined;
}

/**
 * What a subscribable GET shows; the plain answer and the stream both come from it.
 * Sources with equal `key` show the same bytes and share one class of streams.
 */
export interface Source {
  /** Scope, collection, view: `<canvas id>/notes`, `directory/canvases/1004`. */
  readonly key: string;
  readonly form: 'item' | 'list';
  /** The scope whose changes concern it. */
  readonly scope: string;
  /** Whole body of the plain GET, in pieces; lists with their brackets. */
  body(): readonly Buffer[];
  /** What a change set means for this source, in order; empty when it does not concern it. */
  changes(set: ChangeSet): readonly SeenChange[];
  /** All that is shown now: what must be reported as gone when the container or the access goes. */
  seen(): Iterable<Seen>;
  /** Text of the last message about an object that vanished. Default: its text with `"state":"deleted"`. */
  gone?(seen: Seen): string;
  /** Always in change form (`widgets?annotations=1`). */
  readonly changesOnly?: boolean;
  /** Objects of which only these follow a beat of one a second: set by canvas sources. Called on each beat. */
  beat?(): readonly SeenChange[];
}
