import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Mail, OUTBOX } from '../../model/resources/mail.ts';
import { findMailToken } from '../../server/access/authentication/mail-tokens.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { afterLines, configureMail, outbox, type Queued, queue, smtpServer } from '../kit/smtp.ts';

const easel = useEasel({ each: 'test', env: { EASEL_EXTERNAL_URL: 'https://canvas.example' } });

const reset = ({ id, email }: Person, language = 'en'): Queued => ({
  text: 'reset-password',
  user_id: id,
  address: email,
  language,
});

describe('the outbox', () => {
  test('sends one mail of a text to a user, the newest, and at most one a minute', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    await queue(easel, reset(user, 'en'));
    await queue(easel, reset(user, 'de'));
    await afterLines(easel, 1);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Wählen Sie ein neues Passwort für Easel']);
    await queue(easel, reset(user, 'en'));
    expect(outbox(easel)[0]!.next_at).toBe(easel.clock.now() + 60_000);
    await afterLines(easel, 1, 60_000);
    expect(smtp.mails.length).toBe(2);
    const { directory } = easel.server.store;
    const isValid = ({ token }: { token: string }): boolean =>
      findMailToken(directory, 'reset-password', token, easel.clock.now()) !== undefined;
    expect(smtp.mails.map(isValid)).toEqual([false, true]);
  });

  test('sends in the order in which mails were queued', async () => {
    const smtp = await smtpServer();
    const users = [await easel.user(), await easel.user(), await easel.user()];
    for (const user of users) {
      await queue(easel, reset(user));
      easel.clock.setDate(easel.clock.now() + 10);
    }
    await configureMail(easel, smtp.config());
    await afterLines(easel, 3);
    expect(smtp.mails.map(({ to }) => [to!].flat()[0]!.text)).toEqual(users.map(({ email }) => email));
  });

  test('keeps no token: not in the database, not in its journal, not in the log', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    const onDisk = (): Buffer => Buffer.concat(files(easel.folder).map((file) => readFileSync(file)));
    let duringTheAttempt: Buffer = Buffer.alloc(0);
    smtp.onMessage = () => {
      duringTheAttempt = onDisk();
    };
    smtp.refusals.set('DATA', '451 Try again');
    await queue(easel, reset(user));
    await afterLines(easel, 1);
    smtp.refusals.clear();
    let tokens: string[] = [];
    smtp.onMessage = ({ token }) => {
      duringTheAttempt = Buffer.concat([duringTheAttempt, onDisk()]);
      tokens = [token];
    };
    await afterLines(easel, 1, 60_000);
    const [token] = tokens as [string];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(duringTheAttempt.includes(tokenHash(token)), 'the search finds what is there').toBe(true);
    expect(duringTheAttempt.includes(token)).toBe(false);
    expect(onDisk().includes(token)).toBe(false);
    expect(JSON.stringify(easel.logged)).not.toContain(token);
  });

  test('takes ten thousand mails, says that it is full, and the request that queues one more succeeds', async () => {
    const smtp = await smtpServer();
    await easel.server.store.submit({
      scopes: ['directory'],
      author: { id: null, name: '', ip: '' },
      permit: () => {},
      *run(tx) {
        for (let at = 0; at < 10_000; at++) {
          // These mails are to users who are not there, and not due yet
          tx.directory.insert(Mail, { ...waiting, id: tx.newId(), user_id: 5000 + at, next_at: Date.parse(tx.now) + 3_600_000 });
          if (at % 100 === 0) yield;
        }
      },
    });
    await queue(easel, reset(await easel.user()));
    expect(easel.server.store.directory.count(Mail, 'outbox', OUTBOX)).toBe(10_000);
    await configureMail(easel, smtp.config());
    expect(await afterLines(easel, 1)).toEqual(['the outbox is full: no further mails are queued until some are sent']);
  });
});

const waiting = {
  text: 'reset-password',
  address: 'nobody@corp.example',
  language: '',
  created_at: 0,
  attempts: 0,
  claim: '',
} as const;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );
