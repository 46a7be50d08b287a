import { OwnId } from '../../model/types.ts';
import type { Call } from '../http/routing/route.ts';

/** The id that a create brings in `Easel-Id` (interface/conventions 1.15); undefined: the server gives one. 400 for no UUID of version 4. */
export function ownIdOf({ headers }: Pick<Call, 'headers'>): string | undefined {
  const sent = headers['easel-id'];
  return sent === undefined ? undefined : OwnId.read(sent.trim(), 'Easel-Id', undefined);
}

/** The same as a part of the values that the server gives to a new record. */
export function givenId(call: Pick<Call, 'headers'>): { readonly id?: string } {
  const id = ownIdOf(call);
  return id === undefined ? {} : { id };
}
