import type { Work } from '../../model/hooks.ts';
import type { Params } from '../access/access-rule.ts';
import type { Answer, Call, PlainRoute, Route, Watch, WatchedRoute } from '../http/routing/route.ts';
import type { Transaction } from '../store/store.ts';
import type { Reads } from './named.ts';

/**
 * What the endpoints of a kind of record do besides what its definition says, because they need files, hashes, limits or the actor.
 * Everything that is left out follows from the definition.
 */
export interface Behaviour {
  readonly list?: Reading;
  readonly get?: Reading;
  readonly create?: Write;
  readonly update?: Write;
  readonly delete?: Write;
  /** What names the state of the record that the path names for `If-Match`. Default: the tag of its text. */
  readonly tag?: (view: Reads, params: Params) => string | undefined;
  /** Query parameters of all verbs but delete. */
  readonly query?: Route['query'];
  /** Default: the usual ones, or those for long texts. */
  readonly bodyLimits?: Route['bodyLimits'];
  /** The other endpoints of the kind. In the API document they follow the standard verbs. */
  readonly others?: readonly Route[];
}

/** How a GET is answered, and what happens before its stream begins. */
export type Reading = Watch | Pick<WatchedRoute, 'watch' | 'prepare'>;

/**
 * A write: its command, and what happens around the command. `I`: the input of the command, which must be the same when the command
 * runs again. `T`: the result of the command, which is the answer unless `handle` makes another of it.
 */
// biome-ignore lint/suspicious/noExplicitAny: each write has its own
export interface Write<I = any, T = any> extends Pick<PlainRoute, 'body' | 'multipart'> {
  /** What happens before and after the command. It may wait: to read, to hash, to add to the answer. Default: the command alone. */
  readonly handle?: (call: Call, submit: (input: I) => Promise<T>) => Answer | Promise<Answer>;
  /** Runs first in the command, and may refuse it. */
  readonly admit?: (tx: Transaction, call: Call, input: I) => void;
  /** The command. Default: what the verb says; then the input of a create is the values that the server gives. */
  readonly run?: (tx: Transaction, call: Call, input: I) => T | Work<T>;
  /** The scopes of the command, and which of them it makes. Default: the scope of the collection alone. */
  readonly scopes?: (call: Call, input: I) => { readonly scopes: readonly string[]; readonly fresh?: readonly string[] };
}
