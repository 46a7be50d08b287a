import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialValues } from '../../../model/field.ts';
import { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { MailToken } from '../../../model/resources/accounts/mail-token.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { kinds } from '../../../model/resources/index.ts';
import { Mail } from '../../../model/resources/mail.ts';
import { sqliteDatabase } from '../../../test/kit/sqlite-database.ts';
import { Bench } from '../../../test/store/bench.ts';
import { createActivity } from '../../access/authentication/activity.ts';
import { createLastUsed } from '../../access/authentication/last-used.ts';
import { ALWAYS } from '../../jobs/leases.ts';
import { deliver } from '../../mail/delivery.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { dueMail } from '../../mail/outbox.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { extendOpenTokens, removeExpiredTokens } from './token-expiry.ts';
import { tokenUse } from './token-use.ts';

/** What is done by two nodes at once on one database, although a lease should keep them apart. */
let bench: Bench;
let stores: readonly Store[];
beforeEach(async () => {
  bench = new Bench(sqliteDatabase(), 'durable');
  stores = [(await bench.node({ shared: true, kinds })).store, (await bench.node({ shared: true, kinds })).store];
});
afterEach(() => bench.close());

const minute = 60_000;
const leases = { hold: () => ALWAYS };
const write = (run: (tx: Transaction) => void): Promise<void> =>
  stores[0]!.submit({ scopes: ['directory'], author: { id: null, name: '', ip: '' }, permit: () => {}, run });
const upToDate = (): Promise<unknown> => Promise.all(stores.map((store) => store.load('directory')));
const user = { ...initialValues(User.fields), id: 1000, name: 'Ann', email: 'ann@corp.example' };

test('a mail is sent once, whoever tries it', async () => {
  const now = bench.clock.now();
  await write(({ directory }) => {
    directory.insert(User, user);
    for (let at = 0; at < 5; at++) {
      const id = `00000000-0000-4000-8000-00000000000${at}`;
      const fields = { ...initialValues(Mail.fields), id, created_at: now, next_at: now };
      directory.insert(Mail, { ...fields, text: 'reset-password', user_id: 1000, address: user.email });
    }
  });
  await upToDate();
  const sent: string[] = [];
  const mailer = {
    way: () => 'smtp',
    write: () => ({ text: '', language: 'en' }),
    send: async ({ id }: { id: string }) => void sent.push(id),
  } as unknown as Mailer;
  const log = { info: () => undefined, warn: () => undefined };
  const send = async (store: Store): Promise<void> => {
    for (;;) {
      await store.load('directory');
      const due = dueMail(store.directory, now);
      if (!due) return;
      await deliver({ store, clock: bench.clock, log, mailer, countMail: () => undefined }, due, 0, new AbortController().signal);
    }
  };
  await Promise.all(stores.map(send));
  expect([sent.length, new Set(sent).size]).toEqual([5, 5]);
  await upToDate();
  for (const { directory } of stores) {
    expect([directory.all(Mail).length, directory.all(MailToken).length]).toEqual([0, 1]);
  }
});

test('a session with a stream on one node is ended by no other, although its own expiry has passed', async () => {
  const id = 'hash-of-a-token';
  const expires_at = new Date(bench.clock.now() + 5 * minute).toISOString();
  await write(({ directory }) => {
    directory.insert(User, user);
    directory.insert(LoginSession, { ...initialValues(LoginSession.fields), id, user_id: 1000, expires_at });
  });
  const here = createActivity(bench.clock);
  const there = createActivity(bench.clock);
  here.open(LoginSession.key(id));
  for (let minutes = 0; minutes < 30; minutes++) {
    bench.clock.advance(minute / 2);
    await upToDate();
    await extendOpenTokens({ store: stores[0]!, clock: bench.clock, activity: here });
    // The clock of the other one is late for nobody, and early by some minutes
    const clock = { ...bench.clock, now: () => bench.clock.now() + 5 * minute };
    await removeExpiredTokens({ store: stores[1]!, clock, activity: there });
  }
  await upToDate();
  expect(stores.map(({ directory }) => directory.get(LoginSession, id)?.user_id)).toEqual([1000, 1000]);
  bench.clock.advance(20 * minute);
  await removeExpiredTokens({ store: stores[1]!, clock: bench.clock, activity: there });
  expect(stores[1]!.directory.get(LoginSession, id), 'nobody moves it any more').toBeUndefined();
});

test('the last use of a token only moves forward, whichever node writes it last', async () => {
  const id = '00000000-0000-4000-8000-00000000000a';
  await write(({ directory }) => {
    directory.insert(User, user);
    directory.insert(AccessToken, { ...initialValues(AccessToken.fields), id, user_id: 1000 });
  });
  await upToDate();
  const day = 24 * 60 * minute;
  const dates = [bench.clock.now() + 2 * day, bench.clock.now()];
  for (const [at, store] of stores.entries()) {
    const clock = { ...bench.clock, now: () => dates[at]! };
    const lastUsed = createLastUsed(clock);
    const job = tokenUse({ store, clock, leases, lastUsed, activity: createActivity(clock) });
    job.start((cause) => expect(cause).toBeUndefined());
    lastUsed.note(id, `10.0.0.${at}`);
    bench.clock.advance(minute);
    await job.close();
    await upToDate();
  }
  const seen = stores.map(({ directory }) => directory.get(AccessToken, id));
  for (const token of seen) expect([token?.last_used_ip, token?.last_used_at]).toEqual(['10.0.0.0', '2026-01-03']);
});
