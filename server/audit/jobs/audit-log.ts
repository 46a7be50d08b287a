import { type Clock, timestamp } from '../../clock.ts';
import { type Job, type JobLog, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import type { Settings } from '../../settings.ts';
import { type AuditMark, DIRECTORY, SERVER, type Store, TRIMMED } from '../../store/store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A start that fails says one line, and no other. */
const SOON = 10_000;

interface AuditDeps {
  readonly store: Pick<Store, 'audit' | 'submit'>;
  readonly clock: Clock;
  readonly log: Pick<JobLog, 'info'>;
}

interface RetentionDeps extends AuditDeps {
  readonly settings: Pick<Settings, 'auditRetentionDays'>;
}

/** Removes the oldest entries of the audit log, if a setting says after how many days. */
export const auditRetention = (deps: RetentionDeps & RepeatedDeps): Job =>
  repeated(deps, {
    name: 'the retention of the audit log',
    runsOn: 'one node',
    everyMs: HOUR,
    atStart: true,
    run: (isClosing) => trimAuditLog(deps, isClosing),
  });

/**
 * The newest entry with its hash on a line of the log once a day, so that wherever the log of the server is collected, it can be
 * seen later whether the audit log was changed.
 */
export const auditWitness = ({ store, clock, leases, log }: AuditDeps & RepeatedDeps): Job =>
  repeated(
    { clock, leases },
    {
      name: 'the witness of the audit log',
      runsOn: 'one node',
      everyMs: DAY,
      soonMs: SOON,
      async run() {
        const { newest } = await store.audit.ends();
        log.info({ head: `${newest.id}:${newest.hash}` }, 'audit log');
      },
    },
  );

/**
 * Removes entries from the oldest on, up to the first that is young enough, and first says so in an entry. Whole days go, so that
 * there is at most one such entry a day. While somebody reads the whole log it waits for its next run.
 */
export async function trimAuditLog(
  { store, clock, log, settings: { auditRetentionDays: days } }: RetentionDeps,
  isClosing: () => boolean,
): Promise<void> {
  if (days === 0) return;
  const before = timestamp(Math.floor(clock.now() / DAY) * DAY - days * DAY);
  const upTo = await store.audit.olderThan(before);
  const { removed } = await store.audit.ends();
  if (!upTo || upTo.id <= removed.id || isClosing()) return;
  const entries = upTo.id - removed.id;
  const isRemoved = await store.audit.remove(upTo, () => tell(store, upTo, { entries, before }), isClosing);
  if (isRemoved) log.info({ entries, before }, 'the oldest entries of the audit log were removed');
}

async function tell(store: RetentionDeps['store'], { id, hash }: AuditMark, told: object): Promise<void> {
  const details = { up_to_id: id, up_to_hash: hash, ...told };
  await store.submit({
    scopes: [DIRECTORY],
    author: SERVER,
    permit: () => undefined,
    run: (tx) => tx.audit({ ...TRIMMED, target_id: null, target_name: '', details }),
  });
}
