import type { Work } from '../../model/hooks.ts';
import type { ChangeSet } from '../store/types.ts';

/**
 * One object as a subscriber sees it: `shown` is its JSON text with `"state":"normal"`. Compared by text.
 * A stored Version is one.
 */
export interface Seen {
  readonly key: string;
  readonly shown: string;
  /** Place in creation order, where the list has that order. */
  readonly ordinal?: number;
}

/** One per key in what a change set means; a stored Change is one. */
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
  /**
   * Where `body` would take long: what puts the same body together in steps. It is the state in which this is called,
   * whatever changes meanwhile. Undefined: `body` takes no time.
   */
  snapshot?(): Work<readonly Buffer[]> | undefined;
  /**
   * The same as texts that follow one another, where it may be very long: each is made when it is asked for, in well under a
   * millisecond, of the state in which this is called. The plain GET is answered so, and nothing holds all of it.
   */
  texts?(): Iterable<string>;
  /** The same as one text, where that is at hand: saves small answers the way through a Buffer. */
  text?(): string;
  /** What a change set means for this source, in order; empty when it does not concern it. */
  changes(set: ChangeSet): readonly SeenChange[];
  /** All that is shown now, in the order of the plain GET: what must be reported as gone with the container or the access. */
  seen(): Iterable<Seen>;
  /** Text of the last message about an object that vanished. Default: its text with `"state":"deleted"`. */
  gone?(seen: Seen): string;
  /** Always in change form (`widgets?annotations=1`). */
  readonly changesOnly?: boolean;
  /** Called once, when a class of streams begins with this source, in the turn of its first snapshot. */
  begin?(): void;
  /** The set took the container of this list with it (parent widget, group): its streams tell all as deleted and end. */
  ended?(set: ChangeSet): boolean;
  /**
   * Objects of which only these follow a beat of one a second: set by canvas sources. Called on each beat with the
   * scopes whose heads may have moved since the last one.
   */
  beat?(touched: ReadonlySet<string>): readonly SeenChange[];
}
