import { UsedAssertion } from '../../../model/resources/accounts/used-assertion.ts';
import type { Clock } from '../../clock.ts';
import { type Job, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import { SERVER, type Store } from '../../store/store.ts';

interface Deps extends RepeatedDeps {
  readonly store: Pick<Store, 'directory' | 'submit'>;
  readonly clock: Clock;
}

const hourMs = 3_600_000;
/** The clock of another node, which would take the assertion once more, may be late by much less. */
const LATE_MS = hourMs;

/** Forgets SAML assertions that were used and have expired: they are refused for that from then on. */
export const assertionExpiry = (deps: Deps): Job =>
  repeated(deps, {
    name: 'the removal of expired assertions',
    runsOn: 'one node',
    everyMs: hourMs,
    run: () => removeExpired(deps),
  });

async function removeExpired({ store, clock }: Deps): Promise<void> {
  const before = clock.now() - LATE_MS;
  const expired = store.directory.all(UsedAssertion).filter(({ expires_at }) => expires_at <= before);
  if (expired.length === 0) return;
  await store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const { id } of expired) {
        const key = UsedAssertion.key(id);
        if (directory.find(key)) yield* directory.remove(key);
        yield;
      }
    },
  });
}
