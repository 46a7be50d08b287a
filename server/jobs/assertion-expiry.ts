import { UsedAssertion } from '../../model/resources/used-assertion.ts';
import { SERVER } from '../store/store.ts';
import { type Job, type JobDeps, repeated } from './job.ts';

type Deps = Pick<JobDeps, 'store' | 'clock'>;

const hourMs = 3_600_000;

/** Forgets SAML assertions that were used and have expired: they are refused for that from then on. */
export const assertionExpiry = (deps: Deps): Job =>
  repeated(deps.clock, { name: 'the removal of expired assertions', everyMs: hourMs, run: () => removeExpired(deps) });

async function removeExpired({ store, clock }: Deps): Promise<void> {
  const now = clock.now();
  const expired = store.directory.all(UsedAssertion).filter(({ expires_at }) => expires_at <= now);
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
