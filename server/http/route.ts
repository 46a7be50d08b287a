import type { TSchema } from 'typebox';
import type { Body } from '../../model/field.ts';
import type { Actor } from '../access/actor.ts';
import type { Params, Rule } from '../access/rule.ts';
import type { Source } from '../changes/source.ts';
import type { Author } from '../store/types.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** JSON text, or its pieces; undefined: 200 with an empty body and no content type. */
export type Answer = string | readonly Buffer[] | undefined;

/** One request, as a handler sees it: nothing of HTTP but these. */
export interface Call {
  readonly params: Params;
  readonly actor: Actor;
  readonly author: Author;
  /** The last value of each query parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** `{}` for GET, HEAD and DELETE. */
  readonly body: Body;
  /** Authenticates and permits again; give it to `store.submit` as `permit`. Throws a Refusal. */
  readonly permit: () => void;
  /** `https://host`, from `external_url`, the proxy's headers, or the request. */
  readonly origin: string;
  /** Headers by lower-case name, for the few routes that read one. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface Described {
  readonly path: string;
  readonly summary: string;
  readonly access: Rule;
  /** Documentation and tests; bodies are read by the readers of the fields. */
  readonly body?: TSchema;
  /** Schema of the 200 answer; `empty` for none. */
  readonly answer: TSchema | 'empty';
  /** Boolean query parameters besides `subscribe` and `changes`, and others with their schema. */
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Statuses that do not follow from the method and the rule: 409, 501. */
  readonly refusals?: readonly number[];
  /** Where a reader finds it, relative to the repository. */
  readonly file: string;
  /** The scope that is loaded before `handle` or `watch` runs: usually `params.canvas_id`. */
  readonly scope?: (params: Params) => string;
}

export interface PlainRoute extends Described {
  readonly method: Method;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/** A subscribable GET: the plain answer and the stream come from one source. Throws the item's 404. */
export interface WatchedRoute extends Described {
  readonly method: 'GET';
  readonly watch: (call: Call) => Source;
}

export type Route = PlainRoute | WatchedRoute;
