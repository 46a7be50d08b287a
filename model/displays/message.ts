import type { Body, Fields, Values } from '../field.ts';
import { initialValues, readCreate } from '../field.ts';
import { refuse } from '../refusal.ts';
import type { ScopeNeed } from '../token-scopes.ts';

/** The sender. */
export type Direction = 'client' | 'server' | 'both';

/**
 * A kind of message of the display protocol (interface/streaming 4.4), declared once: the readers of the server, the types of
 * the client library and the AsyncAPI document follow from it.
 */
export interface MessageKind<N extends string = string, F extends Fields = Fields> {
  readonly type: N;
  readonly from: Direction;
  /** The scope that the token of a client needs to send it (interface/auth 6.3); undefined: only the server does. */
  readonly scope?: ScopeNeed | undefined;
  /** One sentence for the document. */
  readonly about: string;
  /** All keys but `type`, and `id` of a request. */
  readonly fields: F;
  /** `always`: it has an `id`, and is answered. `sometimes`: it is answered when it has one. */
  readonly answered: 'always' | 'sometimes' | 'never';
  /** For the document, without `type` and `id`. Every field is in one of them. */
  readonly examples: readonly [Body, ...Body[]];
}

/** The values of a message, each key present. */
export type MessageOf<K> = K extends MessageKind<infer N, infer F> ? { readonly type: N } & Readonly<Values<F>> : never;

/** What is sent of it: what has an initial value may be left out. */
export type MessageInput<K> =
  K extends MessageKind<infer N, infer F> ? { readonly type: N; readonly id?: string } & Partial<Values<F>> : never;

type Options<N extends string, F extends Fields> = Pick<MessageKind<N, F>, 'type' | 'about' | 'fields' | 'examples'> &
  Partial<Pick<MessageKind, 'answered'>> &
  ({ readonly from: 'server' } | { readonly from: 'client' | 'both'; readonly scope: ScopeNeed });

export const defineMessage = <const N extends string, F extends Fields>(options: Options<N, F>): MessageKind<N, F> => ({
  answered: 'never',
  ...options,
});

/** Reads a message of this kind; keys that it does not know are ignored. Throws a 400 refusal that names the key. */
export function readMessage<K extends MessageKind>(kind: K, sent: Body): MessageOf<K> {
  return { type: kind.type, ...initialValues(kind.fields), ...readCreate(kind.fields, sent) } as unknown as MessageOf<K>;
}

/** The `id` of a request, 1 to 64 characters; undefined: it wants no answer. Throws a 400 refusal. */
export function requestId({ id }: Body): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string' || id === '' || id.length > 64) throw refuse.invalid('id must be a string of 1 to 64 characters');
  return id;
}
