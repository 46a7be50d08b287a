import type { Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { type TokenScope, tokenScopes } from '../token-scopes.ts';
import { List, OneOf } from '../types.ts';

/** `null` in answers: it was not sent. */
export const orAbsent = <T>(type: Type<T>, accepts = type.accepts): Type<T | null> => ({
  schema: Schema.Union([type.schema, Schema.Null()]),
  accepts,
  read: (value, key) => type.read(value, key, undefined),
});

const scopeList = List(OneOf(tokenScopes), { max: 16 });

/** In the order of the words, each once; null: all. An empty list asks for nothing, and is what some clients send. */
export const Scopes: Type<readonly TokenScope[] | null> = {
  ...orAbsent(scopeList),
  read(value, key) {
    const sent = scopeList.read(value, key, undefined);
    return sent.length === 0 ? null : tokenScopes.filter((scope) => sent.includes(scope));
  },
};
