import type { Work } from '../../model/hooks.ts';
import type { ChangeSet, Version } from '../store/store.ts';

/**
 * One object as a subscriber sees it: `shown` is its JSON text with `"state":"normal"`. Objects are compared by their texts.
 * A stored Version is a Seen.
 */
export interface Seen {
  readonly key: string;
  readonly shown: string;
  /** Place in creation order, where the list has that order. */
  readonly ordinal?: number;
}

/** What a change set means for one key. A stored Change is a SeenChange. */
export interface SeenChange {
  readonly key: string;
  readonly before: Seen | undefined;
  readonly after: Seen | undefined;
}

/**
 * What a subscribable GET shows: both the plain answer and the stream come from it.
 * Sources with the same `key` show the same bytes, and their streams share one channel.
 */
export interface Source {
  /** Scope, collection, view: `<canvas id>/notes`, `directory/canvases/1004`. */
  readonly key: string;
  readonly form: 'item' | 'list';
  /** The scope whose changes concern the source. */
  readonly scope: string;
  /** Further scopes whose changes concern it: those that say what the caller may see of it. */
  readonly follows?: readonly string[];
  /** The whole body of the plain GET, in pieces; of a list with its brackets. */
  body(): readonly Buffer[];
  /**
   * Makes the same body in steps, for a source whose `body` would take long. It shows the state at the time of the call,
   * whatever changes meanwhile. Undefined: `body` takes no time.
   */
  snapshot?(): Work<readonly Buffer[]> | undefined;
  /** Roughly how long the body is, for a source that may be long; known without making it. */
  characters?(): number;
  /**
   * The same body as a sequence of texts, for a source that may be very long: each text is made when it is asked for, in well
   * under a millisecond, and shows the state at the time of the call. The plain GET sends them one by one, so nothing ever
   * holds all of them, unless it is shared and short enough to be held.
   */
  texts?(): Iterable<string>;
  /** The snapshot is not made of what is kept anyway: all who ask for one state at the same time share it, instead of the texts. */
  readonly isShared?: boolean;
  /** The same body as one text, for a source that has it at hand: small answers then need no Buffer. */
  text?(): string;
  /** What a change set means for this source, in order; empty when the set does not concern the source. */
  changes(set: ChangeSet): readonly SeenChange[];
  /**
   * All objects that are shown now, in the order of the plain GET: they are reported as gone when the container or the access
   * is gone.
   */
  seen(): Iterable<Seen>;
  /** The text of the last message about an object that vanished. Default: its text with `"state":"deleted"`. */
  gone?(seen: Seen): string;
  /** The record that an item shows, and that a write to the same path changes. */
  record?(): Version | undefined;
  /** The body is the text of that record. */
  readonly isRecord?: boolean;
  /** The body follows from the records of the scope and from nothing else, so the revision names it. */
  readonly ofScope?: boolean;
  /** What `changes` gives follows from the set alone, so it can be told later, to a reader that comes back. */
  readonly replays?: boolean;
  /** Up to this revision readers may have been shown other texts, so none of them can be told only what came later. */
  readonly alteredAt?: number | undefined;
  /** Streams of this source always have the form `changes` (`widgets?annotations=1`). */
  readonly changesOnly?: boolean;
  /** Called once, when a channel begins with this source, in the turn of its first message. */
  begin?(): void;
  /**
   * Whether the set deleted the container of this list (parent widget, group): then its streams tell all objects as deleted and
   * end.
   */
  ended?(set: ChangeSet): boolean;
  /**
   * For sources of canvases, whose `modified_at` and `asset_size` are told at most once a second: called once a second with the
   * scopes whose heads may have moved since the last call.
   */
  beat?(touched: ReadonlySet<string>): readonly SeenChange[];
}
