import { User } from '../../model/resources/user.ts';
import { submit } from '../collections/submit.ts';
import type { Call } from '../http/route.ts';
import type { Store } from '../store/store.ts';
import { loginLine } from './sign-in.ts';

interface Ending {
  readonly kind: 'temporary' | 'permanent' | 'none';
  /** Record key of the token. */
  readonly key: string;
  /** Whose it is. */
  readonly user: number;
}

/**
 * Signs out: ends a temporary token and its streams (interface/auth 2.3). A permanent token stays, because one client logs out with the
 * permanent token that it goes on using.
 */
export async function endSession(
  store: Store,
  call: Pick<Call, 'author' | 'permit'>,
  { kind, key, user }: Ending,
): Promise<undefined> {
  if (kind !== 'temporary') return;
  await submit(store, call, {
    *run(tx) {
      if (!tx.directory.find(key)) return;
      yield* tx.directory.remove(key);
      tx.audit(loginLine('Logout', tx.directory.get(User, user)));
    },
  });
}
