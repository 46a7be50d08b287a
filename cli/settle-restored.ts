import type { Kind, Stored } from '../model/resource.ts';
import { MailToken } from '../model/resources/accounts/mail-token.ts';
import { Pairing } from '../model/resources/accounts/pairing.ts';
import { LoginSession } from '../model/resources/accounts/session.ts';
import { Mail } from '../model/resources/mail.ts';
import { Server } from '../model/resources/server.ts';
import { STEPS } from '../server/scheduler.ts';
import { openDatabase } from '../server/store/drivers/sqlite/engine.ts';
import { recordOf, type ScopeTransaction, type Store, type Version } from '../server/store/store.ts';

/** More commits than anybody made to one scope after the backup; the database has room for 2,000 such steps. */
export const REVISIONS = 2 ** 24;
/** More users, groups and the like than were made after the backup. */
const NUMBERS = 10_000;

export interface DroppedCounts {
  readonly sessions: number;
  readonly mails: number;
}

interface SettleOptions {
  readonly keepsSignIns: boolean;
  /** Default: `easel restored`. */
  readonly author?: string;
  /** What the audit entry says besides the counts. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Raises all revisions of an embedded database that nobody has open. @returns how many scopes there are */
export function raiseRevisions(file: string): number {
  const database = openDatabase(file);
  try {
    return Number(database.prepare('UPDATE scopes SET revision = revision + ?').run(REVISIONS).changes);
  } finally {
    database.close();
  }
}

/**
 * Drops what must not come back, leaves a gap in the numbers of records that are named by one, and writes `Server restored` into the audit
 * log. A second time does no harm.
 */
export function settleRestored(
  store: Store,
  { keepsSignIns, author = 'easel restored', details = {} }: SettleOptions,
): Promise<DroppedCounts> {
  return store.submit<DroppedCounts>({
    scopes: ['directory'],
    author: { id: null, name: author, ip: '' },
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
      tx.audit({
        action: 'Server restored',
        target_type: 'server',
        target_id: server,
        target_name: '',
        details: { ...details, ...dropped },
      });
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
