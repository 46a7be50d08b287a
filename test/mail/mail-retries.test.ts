import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { type Person, startEasel, useEasel } from '../kit/easel.ts';
import { afterLines, configureMail, outbox, type Queued, queue, type SmtpServer, smtpServer } from '../kit/smtp.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ each: 'test', env: { EASEL_EXTERNAL_URL: 'https://canvas.example' } });

const reset = ({ id, email }: Person): Queued => ({ text: 'reset-password', user_id: id, address: email, language: 'en' });
const minute = 60_000;
const hour = 60 * minute;
const again = 'a mail was refused, and is tried again';
const down = 'no mail can be sent: the mails wait';

describe('a mail that is refused', () => {
  test('for now goes out later, with a new token, after growing pauses', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    smtp.refusals.set(user.email, '451 Greylisted');
    await queue(easel, reset(user));
    await afterLines(easel, 1);
    expect(easel.logged.at(-1)).toMatchObject({
      level: 'warn',
      text: again,
      fields: {
        mail: 'reset-password',
        user: user.id,
        address: user.email,
        attempts: 1,
        error: expect.stringContaining('451 Greylisted'),
      },
    });
    for (const pause of [minute / 2, 2 * minute, 10 * minute, hour, 4 * hour, 4 * hour]) {
      const [mail] = outbox(easel);
      const wait = mail!.next_at - easel.clock.now();
      expect(wait / pause).toBeGreaterThanOrEqual(0.8);
      expect(wait / pause).toBeLessThanOrEqual(1.2);
      const lines = easel.logged.length;
      easel.clock.advance(wait - 1);
      expect(easel.logged.length, 'nothing before its time').toBe(lines);
      await afterLines(easel, 1, 1);
    }
    smtp.refusals.clear();
    expect(await afterLines(easel, 1, 5 * hour)).toEqual(['a mail was sent']);
    expect([smtp.mails.length, outbox(easel)]).toEqual([1, []]);
  });

  test('for now is given up after two days', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    smtp.refusals.set('DATA', '452 No space');
    await queue(easel, reset(user));
    while (outbox(easel).length > 0) await afterLines(easel, 1, 5 * hour);
    expect(easel.logged.at(-1)).toMatchObject({
      text: 'a mail was dropped',
      fields: { reason: 'it could not be sent for 48 hours' },
    });
    expect(easel.logged.filter(({ text }) => text === again).length).toBeGreaterThanOrEqual(9);
  });

  test.each([
    ['the recipient', (smtp: SmtpServer, { email }: Person) => smtp.refusals.set(email, '550 No such user')],
    ['the message', (smtp: SmtpServer) => smtp.refusals.set('DATA', '554 Looks like spam')],
  ])('for good because of %s is not tried again', async (_, refuse) => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    refuse(smtp, user);
    await queue(easel, reset(user));
    expect(await afterLines(easel, 1)).toEqual(['a mail was refused for good']);
    expect(easel.logged.at(-1)).toMatchObject({ level: 'warn', fields: { error: expect.stringMatching(/55[04]/) } });
    expect(outbox(easel)).toEqual([]);
  });

  test('does not keep others from going', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const bad = await easel.user();
    const good = await easel.user();
    smtp.refusals.set(bad.email, '450 Busy');
    await queue(easel, reset(bad), reset(good));
    expect((await afterLines(easel, 2)).toSorted()).toEqual([again, 'a mail was sent']);
    expect(outbox(easel)).toMatchObject([{ user_id: bad.id, attempts: 1 }]);
  });

  test('and replaced by a newer one goes out as the newer one says', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    smtp.onMessage = async () => {
      smtp.onMessage = () => {};
      await queue(easel, { ...reset(user), language: 'de' });
    };
    await queue(easel, reset(user));
    await afterLines(easel, 1);
    expect(outbox(easel)).toMatchObject([{ language: 'de' }]);
    await afterLines(easel, 1, minute);
    expect(smtp.mails.map(({ subject }) => subject!.slice(0, 6))).toEqual(['Choose', 'Wählen']);
  });
});

describe('while the mail server is down', () => {
  test('all mails wait, one is tried at growing pauses, and they go when it is back', async () => {
    const smtp = await smtpServer();
    const { port } = smtp;
    await configureMail(easel, smtp.config());
    await smtp.close();
    await queue(easel, reset(await easel.user()), reset(await easel.user()), reset(await easel.user()));
    expect(await afterLines(easel, 1)).toEqual([down]);
    expect(easel.logged.at(-1)!.fields).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
    for (const pause of [minute / 2, 2 * minute, 10 * minute, 10 * minute]) {
      const lines = easel.logged.length;
      easel.clock.advance(pause * 0.8 - 1);
      expect(easel.logged.length).toBe(lines);
      expect(await afterLines(easel, 1, pause * 0.4 + 1)).toEqual([down]);
    }
    expect(outbox(easel).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    await smtp.listen({ port });
    await afterLines(easel, 3, 12 * minute);
    expect([smtp.mails.length, outbox(easel)]).toEqual([3, []]);
  });

  test('other settings are tried at once', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, { 'email.smtp_host': '127.0.0.1', 'email.smtp_port': 1 });
    const first = await easel.user();
    const second = await easel.user();
    await queue(easel, reset(first), reset(second));
    await afterLines(easel, 1);
    await configureMail(easel, smtp.config());
    expect(await afterLines(easel, 1)).toEqual(['a mail was sent']);
  });

  test('a restart keeps the outbox', async () => {
    const smtp = await smtpServer();
    const { port } = smtp;
    await configureMail(easel, smtp.config());
    const first = await easel.user();
    const second = await easel.user();
    await smtp.close();
    await queue(easel, reset(first), reset(second));
    await afterLines(easel, 1);
    await easel.restart(() => smtp.listen({ port }));
    expect(outbox(easel).length).toBe(2);
    await afterLines(easel, 2, minute);
    expect(new Set(smtp.mails.map(({ to }) => [to!].flat()[0]!.text))).toEqual(new Set([first.email, second.email]));
  });

  test.each([
    ['refuses the sender', '550 Not you'],
    ['closes', '421 Going down'],
  ])('or %s, no mail is lost', async (_, answer) => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    if (answer.startsWith('421')) smtp.refusals.set(user.email, answer);
    else smtp.refusals.set('MAIL FROM', answer);
    await queue(easel, reset(user));
    expect(await afterLines(easel, 1)).toEqual([down]);
    smtp.refusals.clear();
    expect(await afterLines(easel, 1, minute)).toEqual(['a mail was sent']);
  });
});

describe('an end in the middle of an attempt', () => {
  test('loses no mail: after a kill it goes again, once the time of the claim is over, with a token that is valid', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    const copy = mkdtempSync(join(tmpdir(), 'easel-killed-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    // What a kill leaves when the mail server has the message and nobody knows it yet
    smtp.onMessage = () => cpSync(easel.folder, copy, { recursive: true });
    await queue(easel, reset(user));
    await afterLines(easel, 1);
    smtp.onMessage = () => {};
    const other = await startEasel({ folder: copy, clock: easel.clock, env: { EASEL_EXTERNAL_URL: 'https://canvas.example' } });
    expect(outbox(other)).toMatchObject([{ user_id: user.id, attempts: 0, next_at: easel.clock.now() + minute }]);
    easel.clock.advance(minute - 1);
    expect(smtp.mails.length).toBe(1);
    expect(await afterLines(other, 1, 1)).toEqual(['a mail was sent']);
    expect(smtp.mails.map(({ to }) => [to!].flat()[0]!.text)).toEqual([user.email, user.email]);
    expect(smtp.mails[0]!.token).not.toBe(smtp.mails[1]!.token);
    expect(smtp.mails[0]!.messageId).not.toBe(smtp.mails[1]!.messageId);
    const stored = (token: string): boolean =>
      other.server.store.directory.version(`mail-token:${tokenHash(token)}`) !== undefined;
    expect(smtp.mails.map(({ token }) => stored(token))).toEqual([false, true]);
    await other.close();
  });

  test('waits three seconds for the mail server, and the next start sends the mail at once', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    let arrived = false;
    let answer = (): void => {};
    smtp.onMessage = () => {
      arrived = true;
      smtp.onMessage = () => {};
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    await queue(easel, reset(await easel.user()));
    easel.clock.advance(0);
    await until(() => arrived);
    const restarted = easel.restart();
    await until(() => {
      easel.clock.advance(1000);
      return outbox(easel)[0]!.claim === '';
    });
    await restarted;
    answer();
    await afterLines(easel, 1);
    expect(outbox(easel)).toEqual([]);
  });
});
