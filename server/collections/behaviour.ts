import type { Work } from '../../model/hooks.ts';
import type { Answer, Call, PlainRoute, Route, Watch } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';

/**
 * What a kind of record does at its endpoints besides what its definition says: it needs files, hashes, limits, who asks.
 * Everything that is left out follows from the definition.
 */
export interface Behaviour {
  readonly list?: Watch;
  readonly get?: Watch;
  readonly create?: Write;
  readonly update?: Write;
  readonly delete?: Write;
  /** Its other endpoints, which follow the standard verbs in the API document. */
  readonly others?: readonly Route[];
}

/**
 * A write: its command, and what stands around that. `I`: what the command is given; it must be the same in a second run.
 * `T`: what the command comes to, the answer unless `handle` makes that of it.
 */
// biome-ignore lint/suspicious/noExplicitAny: each write has its own
export interface Write<I = any, T = any> extends Pick<PlainRoute, 'body' | 'multipart'> {
  /** Runs before, around and after the command, and may wait: reads, hashes, says more in the answer. Default: the command alone. */
  readonly handle?: (call: Call, submit: (input: I) => Promise<T>) => Answer | Promise<Answer>;
  /** May refuse, in the command, before anything else is done. */
  readonly admit?: (tx: Transaction, call: Call, input: I) => void;
  /** The command. Default: what the verb says. A create takes its input for values of the server's own. */
  readonly run?: (tx: Transaction, call: Call, input: I) => T | Work<T>;
  /** Scopes of the command, where it is not the one of the collection alone, and those of them that it makes. */
  readonly scopes?: (call: Call, input: I) => { readonly scopes: readonly string[]; readonly fresh?: readonly string[] };
}
