import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { User } from '../../model/resources/accounts/user.ts';
import { mailTexts } from '../../model/resources/mail.ts';
import { findMailToken } from '../../server/access/authentication/mail-tokens.ts';
import { type Language, languages } from '../../texts/languages.ts';
import { configure } from '../kit/configure.ts';
import { type Easel, type Person, startEasel, useEasel } from '../kit/easel.ts';
import { afterLines, configureMail, outbox, type Queued, queue, readMail, smtpServer } from '../kit/smtp.ts';

const easel = useEasel({ each: 'test', env: { EASEL_EXTERNAL_URL: 'https://canvas.example' } });

const reset = ({ id, email }: Person, language = 'en'): Queued => ({
  text: 'reset-password',
  user_id: id,
  address: email,
  language,
});

/** Makes the address of a user one that is not confirmed. */
const unconfirm = (server: Easel, id: number): Promise<void> =>
  server.server.store.submit({
    scopes: ['directory'],
    author: { id: null, name: '', ip: '' },
    permit: () => {},
    run: ({ directory }) => directory.update(User, { ...directory.get(User, id)!, email_confirmed: false }),
  });

describe('a mail', () => {
  test('goes out once it is queued, with a link whose token only the person has', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config({ server_name: 'Wall of the board' }));
    const ada = await easel.user({ name: 'Ada Lovelace' });
    await queue(easel, reset(ada));
    expect(await afterLines(easel, 1)).toEqual(['a mail was sent']);
    const [mail] = await smtp.received(1);
    expect(mail).toMatchObject({
      subject: 'Choose a new password for Wall of the board',
      from: { value: [{ name: 'Wall of the board', address: 'easel@canvas.example' }] },
      to: { value: [{ address: ada.email }] },
      date: new Date(easel.clock.now()),
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@canvas\.example>$/),
    });
    expect(mail!.replyTo).toBeUndefined();
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail!.link).toMatch(/^https:\/\/canvas\.example\/reset-password\?token=[A-Za-z0-9_-]{43}$/);
    expect(smtp.sessions).toEqual([{ name: 'canvas.example', secure: false, user: undefined }]);
    const now = easel.clock.now();
    const { directory } = easel.server.store;
    expect(findMailToken(directory, 'reset-password', mail!.token, now + 86_399_000)).toMatchObject({
      user_id: ada.id,
      email: ada.email,
    });
    expect(findMailToken(directory, 'reset-password', mail!.token, now + 86_400_000)).toBeUndefined();
    expect(findMailToken(directory, 'confirm-email', mail!.token, now)).toBeUndefined();
    expect(outbox(easel)).toEqual([]);
  });

  test('says in every language who asked for it, what the link does, how long it is valid, and what to do if it was not you', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config({ server_name: 'Leitstand & Co' }));
    const says: Readonly<Record<Language, { readonly valid: readonly [string, string]; readonly notYou: RegExp }>> = {
      en: { valid: ['7 days', '24 hours'], notYou: /If you did not/ },
      de: { valid: ['7 Tage', '24 Stunden'], notYou: /Falls Sie/ },
      fr: { valid: ['7 jours', '24 heures'], notYou: /Si vous n’avez/ },
      es: { valid: ['7 días', '24 horas'], notYou: /Si no/ },
      fi: { valid: ['7 päivää', '24 tuntia'], notYou: /Jos et ole/ },
      ja: { valid: ['7 日', '24 時間'], notYou: /覚えがない|心当たりがない/ },
    };
    for (const language of languages) {
      for (const text of mailTexts) {
        const { id, email } = await easel.user({ name: 'Grace Hopper' });
        await unconfirm(easel, id);
        const address = text === 'change-email' ? `new-${email}` : email;
        await queue(easel, { text, user_id: id, address, language });
        await afterLines(easel, 1);
        const mail = smtp.mails.at(-1)!;
        for (const form of [mail.text!, plainOf(mail.html || '')]) {
          for (const part of ['Grace Hopper', address, 'Leitstand & Co', 'https://canvas.example', mail.link])
            expect(form).toContain(part);
          expect(form).toContain(says[language].valid[text === 'reset-password' ? 1 : 0]);
          expect(form).toMatch(says[language].notYou);
        }
        expect(mail.subject).toContain('Leitstand & Co');
        expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`);
        expect(mail.headers.get('content-language')).toBe(language);
      }
    }
    expect(new Set(smtp.mails.map(({ subject }) => subject)).size).toBe(languages.length * mailTexts.length);
  });

  test('to somebody whose language is not known is in the one that server-config says', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config({ 'email.language': 'de' }));
    await queue(easel, reset(await easel.user(), ''));
    await queue(easel, reset(await easel.user(), 'en'));
    await afterLines(easel, 2);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual([
      'Wählen Sie ein neues Passwort für Easel',
      'Choose a new password for Easel',
    ]);
  });

  test('is in the language of the request, and its link does what it says', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config({ 'authentication.password.sign_up_enabled': true }));
    const german = { 'accept-language': 'de-CH,en;q=0.5' };
    const email = 'zuse@corp.example';
    const password = 'a-first-passphrase';
    const next = 'another-passphrase';
    await easel.anonymous.post('/users/register', { name: 'Konrad Zuse', email, password }, german);
    await afterLines(easel, 1);
    expect(smtp.mails[0]!.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Easel');
    expect((await easel.anonymous.post('/users/confirm-email', { token: smtp.mails[0]!.token })).status).toBe(200);
    await easel.signIn(email, password);
    await easel.anonymous.post('/users/password/create-reset-token', { email }, german);
    await afterLines(easel, 1);
    const { subject, token } = smtp.mails[1]!;
    expect(subject).toBe('Wählen Sie ein neues Passwort für Easel');
    expect((await easel.anonymous.post('/users/password/reset', { token, password: next })).status).toBe(200);
    const zuse = await easel.signIn(email, next);
    await zuse.post(`/users/${zuse.id}/change-email`, { email: 'konrad@corp.example' }, german);
    await afterLines(easel, 1);
    expect(smtp.mails[2]).toMatchObject({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für Easel',
      to: { text: 'konrad@corp.example' },
    });
    expect((await easel.anonymous.post('/users/confirm-email', { token: smtp.mails[2]!.token })).status).toBe(200);
    await easel.signIn('konrad@corp.example', next);
  });

  test('has the sender and the address for answers that are configured', async () => {
    const smtp = await smtpServer();
    const named = { 'email.mail_sender_name': 'Büro Süd', 'email.mail_sender_address': 'noreply@corp.example' };
    const replies = { 'email.mail_reply_to_name': 'Hilfe', 'email.mail_reply_to_address': 'help@corp.example' };
    await configureMail(easel, smtp.config({ ...named, ...replies }));
    await queue(easel, reset(await easel.user()));
    await afterLines(easel, 1);
    expect(smtp.mails[0]).toMatchObject({
      from: { value: [{ name: 'Büro Süd', address: 'noreply@corp.example' }] },
      replyTo: { value: [{ name: 'Hilfe', address: 'help@corp.example' }] },
    });
  });

  test('links to the address that an administrator has set, and never to what a request says', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config({ external_url: 'https://patched.example' }));
    await easel.admin.get('/users', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    await queue(easel, reset(await easel.user()));
    await afterLines(easel, 1);
    expect(smtp.mails[0]!.link).toMatch(/^https:\/\/patched\.example\/reset-password\?/);
    expect(smtp.mails[0]!.raw).not.toContain('evil');
  });
});

test('without an external address links lead to where the server listens, and the log warns of it', async () => {
  const server = await startEasel();
  const smtp = await smtpServer();
  await configureMail(server, smtp.config());
  await queue(server, reset(server.admin));
  await afterLines(server, 2);
  expect(smtp.mails[0]!.link.startsWith(`${server.url}/reset-password?token=`)).toBe(true);
  expect(smtp.mails[0]!.messageId).toMatch(/@\[127\.0\.0\.1\]>$/);
  const warnings = server.logged.filter(({ text }) => text.startsWith('external_url is empty'));
  expect(warnings).toMatchObject([{ level: 'warn', fields: { site: server.url } }]);
  await server.close();
});

describe('what somebody typed', () => {
  const names = [
    'Eve\r\nBcc: victim@corp.example',
    '<img src=x onerror=alert(1)> & "co"',
    'עדה לאבלייס',
    '\u202eevil',
    `${'Very long name '.repeat(16)}`,
  ];

  test('cannot add a header or a recipient, and is shown as it is', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    await configure(easel, { server_name: 'Wall\r\nBcc: other@corp.example\r\n\r\n<b>', 'email.mail_sender_name': 'A\r\nB: c' });
    for (const name of names) {
      await queue(easel, reset(await easel.user({ name, email: `p${names.indexOf(name)}@corp.example` })));
    }
    await afterLines(easel, names.length);
    for (const mail of smtp.mails) {
      expect(mail.bcc).toBeUndefined();
      expect(mail.headers.has('b')).toBe(false);
      expect(mail.from!.value).toMatchObject([{ name: 'A B: c' }]);
      expect(mail.subject).toBe('Choose a new password for Wall Bcc: other@corp.example <b>');
      expect(mail.html).not.toMatch(/<(img|b)[ >]/);
      expect(mail.html).not.toMatch(/<[^>]*\bsrc=|url\(|@import/);
      expect(mail.text).not.toContain('\u202e');
    }
    const text = (at: number): string =>
      smtp.mails.find((mail) => mail.to && [mail.to].flat()[0]!.text === `p${at}@corp.example`)!.text!;
    expect(text(1)).toContain('Hello <img src=x onerror=alert(1)> & "co",');
    expect(text(2)).toContain('Hello \u2068עדה לאבלייס\u2069,');
    expect(text(3)).toContain('Hello evil,');
    expect(text(4)).toMatch(/^Hello (Very long name )+.*…,$/m);
  });

  test('is not repeated where it looks like an address, so that nobody advertises with mails of the server', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    for (const name of ['Visit https://evil.example', 'evil.example', 'www evil', 'me@evil.example']) {
      await queue(easel, reset(await easel.user({ name, email: `x${name.length}@corp.example` })));
    }
    await afterLines(easel, 4);
    for (const { text, html } of smtp.mails) {
      expect(text).toContain('Hello,');
      expect(`${text}${html}`).not.toContain('evil');
    }
  });

  test.each([
    '"a b"@corp.example',
    'a,b@corp.example',
    'a>b@corp.example',
    '<a@corp.example>',
    'a;b@corp.example',
    'a@corp..example',
  ])('is no address of a mail: %s, and others go on', async (address) => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const odd = await easel.user({ name: 'Odd' });
    await easel.server.store.submit({
      scopes: ['directory'],
      author: { id: null, name: '', ip: '' },
      permit: () => {},
      run: ({ directory }) => directory.update(User, { ...directory.get(User, odd.id)!, email: address }),
    });
    await queue(easel, { ...reset(odd), address }, reset(await easel.user()));
    expect((await afterLines(easel, 2)).toSorted()).toEqual(['a mail was refused for good', 'a mail was sent']);
    expect(smtp.mails.length).toBe(1);
    expect(outbox(easel)).toEqual([]);
  });
});

describe('without a mail server', () => {
  test('a mail is dropped with a line in the log', async () => {
    await queue(easel, reset(await easel.user()));
    expect(await afterLines(easel, 1)).toEqual(['a mail was dropped']);
    expect(easel.logged.at(-1)).toMatchObject({ level: 'warn', fields: { reason: 'no SMTP server is configured' } });
    expect(outbox(easel)).toEqual([]);
  });

  test('mails are files in a folder that is set, for nobody else to read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-mails-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startEasel({ env: { EASEL_MAIL_OUTBOX_DIR: join(folder, 'new') } });
    await queue(server, reset(server.admin));
    await afterLines(server, 2);
    const files = readdirSync(join(folder, 'new'));
    expect(files).toEqual([expect.stringMatching(/^2026-01-01T00-00-\S+\.eml$/)]);
    const path = join(folder, 'new', files[0]!);
    const mail = await readMail(readFileSync(path));
    expect(mail.to).toMatchObject({ text: server.admin.email });
    expect(mail.link.startsWith(`${server.url}/reset-password?token=`)).toBe(true);
    expect(mail.raw).toMatch(/\r\n/);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(JSON.stringify(server.logged)).not.toContain(mail.token);
    await server.close();
  });

  test('mails wait for a folder that cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-mails-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startEasel({ env: { EASEL_MAIL_OUTBOX_DIR: '/dev/null/mails' } });
    await queue(server, reset(server.admin));
    expect((await afterLines(server, 2)).at(-1)).toBe('no mail can be sent: the mails wait');
    expect(outbox(server).length).toBe(1);
    await server.close();
  });
});

describe('a mail for which there is no reason any more is dropped', () => {
  const cases: readonly [text: Queued['text'], reason: string, happens: (user: Person) => Promise<unknown>][] = [
    ['reset-password', 'the user is blocked', (user) => easel.admin.post(`/users/${user.id}/block`)],
    [
      'reset-password',
      'the user has another address now',
      (user) => user.patch(`/users/${user.id}`, { email: 'else@corp.example' }),
    ],
    ['confirm-email', 'the address is confirmed', async () => {}],
    ['change-email', 'the address is already that of the user', async () => {}],
  ];
  test.each(cases)('%s: %s', async (text, reason, happens) => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    await queue(easel, { ...reset(user), text });
    await happens(user);
    await afterLines(easel, 1);
    expect(easel.logged.at(-1)).toMatchObject({ text: 'a mail was dropped', fields: { reason } });
    expect([smtp.mails, outbox(easel)]).toEqual([[], []]);
  });

  test('but not that with which a user confirms the address that the user wrote into the account', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const user = await easel.user();
    await user.patch(`/users/${user.id}`, { email: 'claimed@corp.example' });
    await user.post(`/users/${user.id}/change-email`, { email: 'claimed@corp.example' });
    await afterLines(easel, 1);
    expect(easel.logged.at(-1)).toMatchObject({ text: 'a mail was sent', fields: { address: 'claimed@corp.example' } });
  });

  test('with the user who is deleted', async () => {
    const user = await easel.user();
    await queue(easel, reset(user));
    await easel.admin.delete(`/users/${user.id}`);
    expect(outbox(easel)).toEqual([]);
  });
});

const plainOf = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
