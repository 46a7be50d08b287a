import { Client } from 'pg';
import { databaseName } from '../server/settings/database-url.ts';
import { readAddress } from '../server/store/drivers/postgres/address.ts';
import { reasonOf } from '../server/store/drivers/postgres/reasons.ts';
import { type DroppedCounts, REVISIONS, raiseRevisions, settleRestored } from './settle-restored.ts';
import type { GivenWords, Terminal } from './terminal.ts';
import { onDatabase } from './with-store.ts';

const INSTEAD = 'stop it first: what it has in memory is not what was restored';

/**
 * `easel restored`: what must be done after a backup was put back by other means, before a server starts on it. Clients know revisions
 * and ids from after the backup, and the server would give the same ones again, for something else. A second run does no harm.
 */
export function restored(terminal: Terminal, { options }: GivenWords): Promise<number> {
  return onDatabase(terminal, INSTEAD, async ({ settings, file, withStore }) => {
    const database = file === '' ? postgres(settings.databaseUrl) : sqlite(file);
    await database.refuseWhileServed();
    const dropped = await withStore((store) => settleRestored(store, { keepsSignIns: options.includes('--keep-sign-ins') }));
    // Last: a store that is open would write the revisions that it has in memory
    const scopes = await database.raise();
    terminal.out(report(scopes, dropped));
    return 0;
  });
}

const report = (scopes: number, { sessions, mails }: DroppedCounts): string =>
  [
    `The revisions of ${scopes} scopes rose; ${sessions} sign-ins and ${mails} mails, with the links of earlier ones, were dropped.`,
    'Passwords, permanent tokens and blocked accounts are as they were at the time of the backup: what was changed or deleted after it counts again.',
    'Now start the server.',
  ].join('\n');

interface Revisions {
  /** Throws one line while a server has the database open. */
  refuseWhileServed(): Promise<void>;
  /** Returns how many scopes there are. */
  raise(): Promise<number>;
}

/** The folder of an embedded database is this command's alone. */
const sqlite = (file: string): Revisions => ({
  refuseWhileServed: async () => undefined,
  raise: async () => raiseRevisions(file),
});

function postgres(url: string): Revisions {
  const query = async (text: string): Promise<number> => {
    const client = new Client({ ...readAddress(url).config, fallback_application_name: 'easel restored' });
    // A lost connection also rejects what is under way
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rowCount ?? 0;
    } catch (cause) {
      throw new Error(`the database ${databaseName(url)} cannot be used: ${reasonOf(cause)}`, { cause });
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  return {
    async refuseWhileServed() {
      const nodes = await query('SELECT FROM nodes WHERE until > statement_timestamp()');
      const run = nodes === 1 ? '1 server runs' : `${nodes} servers run`;
      if (nodes > 0) throw new Error(`${run} on ${databaseName(url)}, or did until 10 seconds ago: ${INSTEAD}`);
    },
    raise: () => query(`UPDATE scopes SET revision = revision + ${REVISIONS}`),
  };
}
