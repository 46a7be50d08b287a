import { Client } from 'pg';
import type { Kind, Stored } from '../model/resource.ts';
import { MailToken } from '../model/resources/accounts/mail-token.ts';
import { Pairing } from '../model/resources/accounts/pairing.ts';
import { LoginSession } from '../model/resources/accounts/session.ts';
import { Mail } from '../model/resources/mail.ts';
import { Server } from '../model/resources/server.ts';
import { STEPS } from '../server/scheduler.ts';
import { databaseName } from '../server/settings/database-url.ts';
import { readAddress } from '../server/store/drivers/postgres/address.ts';
import { reasonOf } from '../server/store/drivers/postgres/reasons.ts';
import { openDatabase } from '../server/store/drivers/sqlite/engine.ts';
import { recordOf, type ScopeTransaction, type Store, type Version } from '../server/store/store.ts';
import type { GivenWords, Terminal } from './terminal.ts';
import { onDatabase } from './with-store.ts';

/** More commits than anybody made to one scope after the backup; the database has room for 2,000 such steps. */
const REVISIONS = 2 ** 24;
/** More users, groups and the like than were made after the backup. */
const NUMBERS = 10_000;

const INSTEAD = 'stop it first: what it has in memory is not what was restored';

interface DroppedCounts {
  readonly sessions: number;
  readonly mails: number;
}

/**
 * `easel restored`: what must be done after a backup was put back by other means, before a server starts on it. Clients know revisions
 * and ids from after the backup, and the server would give the same ones again, for something else. A second run does no harm.
 */
export function restored(terminal: Terminal, { options }: GivenWords): Promise<number> {
  return onDatabase(terminal, INSTEAD, async ({ settings, file, withStore }) => {
    const database = file === '' ? postgres(settings.databaseUrl) : sqlite(file);
    await database.refuseWhileServed();
    const dropped = await withStore((store) => settle(store, options.includes('--keep-sign-ins')));
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

/** Drops what must not come back, and leaves a gap in the numbers of records that are named by one. */
function settle(store: Store, keepsSignIns: boolean): Promise<DroppedCounts> {
  return store.submit<DroppedCounts>({
    scopes: ['directory'],
    author: { id: null, name: 'easel restored', ip: '' },
    // Somebody who can open the database may do everything
    permit: () => undefined,
    *run(tx) {
      const found = yield* collect(tx.directory);
      const sessions = keepsSignIns ? [] : found.sessions;
      for (const [at, key] of [...sessions, ...found.mails, ...found.links].entries()) {
        yield* tx.directory.remove(key);
        if (at % STEPS === STEPS - 1) yield;
      }
      for (const { kind, next } of found.counters) tx.directory.update(kind, { ...next, next: next.next + NUMBERS });
      const dropped = { sessions: sessions.length, mails: found.mails.length };
      const server = tx.directory.get(Server, 'server')?.server_id ?? null;
      tx.audit({ action: 'Server restored', target_type: 'server', target_id: server, target_name: '', details: { ...dropped } });
      return dropped;
    },
  });
}

interface Counter extends Stored {
  readonly next: number;
}

class Leftovers {
  readonly sessions: string[] = [];
  readonly mails: string[] = [];
  readonly links: string[] = [];
  readonly counters: { readonly kind: Kind<Counter>; readonly next: Counter }[] = [];

  take(version: Version): void {
    const { key, kind } = version;
    if (kind.name === LoginSession.name) this.sessions.push(key);
    if (kind.name === Mail.name) this.mails.push(key);
    if (kind.name === MailToken.name || kind.name === Pairing.name) this.links.push(key);
    if (kind.name === 'Counter')
      this.counters.push({ kind: kind as unknown as Kind<Counter>, next: recordOf(version) as Counter });
  }
}

function* collect(directory: ScopeTransaction): Generator<void, Leftovers, void> {
  const found = new Leftovers();
  let looked = 0;
  for (const version of directory.versions()) {
    found.take(version);
    if (++looked % STEPS === 0) yield;
  }
  return found;
}

interface Revisions {
  /** Throws one line while a server has the database open. */
  refuseWhileServed(): Promise<void>;
  /** Returns how many scopes there are. */
  raise(): Promise<number>;
}

/** The folder of an embedded database is this command's alone. */
const sqlite = (file: string): Revisions => ({
  refuseWhileServed: async () => undefined,
  raise: async () => {
    const database = openDatabase(file);
    try {
      return Number(database.prepare('UPDATE scopes SET revision = revision + ?').run(REVISIONS).changes);
    } finally {
      database.close();
    }
  },
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
