import { refuse } from '../../model/refusal.ts';
import { HASH_LENGTH } from '../changes/record-tag.ts';
import type { Call } from '../http/routing/route.ts';

/**
 * Refuses with 412 when `If-Match` names another state than the present one. Call it in the command, so that nobody writes between
 * this look and the write.
 *
 * @param present tag of the record as the command finds it; undefined, when it has none, is another state. Only the beginning of
 * what is sent counts: what follows, and the `W/` that a proxy puts before, says how the record was shown and sent.
 */
export const refuseChanged = ({ headers }: Pick<Call, 'headers'>, present: () => string | undefined): void =>
  refuseOther(headers['if-match'], present);

/** The same for what a body says. `condition`: one tag or several; undefined: none. */
export function refuseOther(condition: string | undefined, present: () => string | undefined): void {
  const sent = condition?.trim();
  if (sent === undefined || sent === '*') return;
  const named = sent.split(',').map((one) => one.trim().replace(/^(W\/)?"/, ''));
  const tag = present();
  if (!named.some((one) => one.slice(0, HASH_LENGTH) === tag)) throw refuse.changedMeanwhile();
}
