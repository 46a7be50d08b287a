import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConfigValues } from '../../model/resources/config/config-settings.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { configureMail, smtpServer } from '../kit/smtp.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['user'], env: { EASEL_EXTERNAL_URL: 'https://canvas.example' } });
const path = '/server-config/send-test-email';
const sent = { status: 200, body: { msg: 'Test email sent to ada@corp.example' } };
const to = { recipient_email: 'ada@corp.example' };

/** Asks for a test mail with these settings. */
async function trial(values: ConfigValues, body: object = to) {
  await configureMail(easel, values);
  return easel.admin.post(path, body);
}

/** The text of the refusal, of which nothing is written but the settings. */
async function failure(values: ConfigValues): Promise<string> {
  await configureMail(easel, values);
  const { status, body } = await easel.unchanged(() => easel.admin.post(path, to));
  expect(status).toBe(500);
  return body.msg;
}

const selfSigned = { 'email.smtp_allow_self_signed_certificates': true } as const;
const starttls = { 'email.smtp_security': 'starttls' } as const;
const tls = { 'email.smtp_security': 'tls' } as const;
const account = { user: 'easel@corp.example', pass: 'p4ssw0rd-of-the-relay' };
const signedIn = { 'email.smtp_username': account.user, 'email.smtp_password': account.pass };

describe('a test mail', () => {
  test('goes to the address that was sent, in either spelling, or else to the caller', async () => {
    const smtp = await smtpServer();
    expect(await trial(smtp.config())).toMatchObject(sent);
    expect(await trial(smtp.config(), { 'recipient-email': 'bob@corp.example' })).toMatchObject({ status: 200 });
    const own = { status: 200, body: { msg: `Test email sent to ${easel.admin.email}` } };
    expect(await trial(smtp.config(), {})).toMatchObject(own);
    expect(await trial(smtp.config(), { recipient_email: null })).toMatchObject(own);
    const recipients = smtp.mails.map((mail) => [mail.to!].flat()[0]!.text);
    expect(recipients).toEqual(['ada@corp.example', 'bob@corp.example', easel.admin.email, easel.admin.email]);
    expect(smtp.mails[0]).toMatchObject({ subject: 'Test e-mail from Easel', link: '' });
    expect(smtp.mails[0]!.headers.get('auto-submitted')).toBe('auto-generated');
  });

  test('is in the language of the request', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    await easel.admin.post(path, to, { 'accept-language': 'de-AT,en;q=0.5' });
    expect(smtp.mails[0]!.subject).toBe('Test-E-Mail von Easel');
  });

  test('is in the audit log', async () => {
    const smtp = await smtpServer();
    await trial(smtp.config());
    expect(easel.audit().at(-1)).toMatchObject({
      action: 'Test email sent',
      author_id: easel.admin.id,
      target_type: 'server_config',
      details: '{"recipient":"ada@corp.example"}',
    });
  });

  test('needs a mail server', async () => {
    await configureMail(easel, {});
    const answer = await easel.unchanged(() => easel.admin.post(path, to));
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Email is not configured' } });
  });

  test.each([
    [{ recipient_email: 5 }, 'recipient_email must be a string'],
    [{ recipient_email: '' }, 'recipient_email is not a valid e-mail address'],
    [{ 'recipient-email': 'ada' }, 'recipient-email is not a valid e-mail address'],
    [{ recipient_email: 'ada@corp.example\r\nBcc: eve@corp.example' }, 'recipient_email is not a valid e-mail address'],
    [{ recipient_email: 'ada,eve@corp.example' }, 'recipient_email is not a valid e-mail address'],
  ])('refuses the recipient %j', async (body, msg) => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    expect(await easel.unchanged(() => easel.admin.post(path, body))).toMatchObject({ status: 400, body: { msg } });
    expect(smtp.mails).toEqual([]);
  });

  test('is for administrators', async () => {
    expect((await easel.unchanged(() => easel.people.user.post(path, to))).status).toBe(403);
    expect((await easel.unchanged(() => easel.anonymous.post(path, to))).status).toBe(401);
  });
});

describe('the connection to the mail server', () => {
  test('is without TLS where none is configured, also when the server offers it', async () => {
    const smtp = await smtpServer({ security: 'starttls' });
    expect(await trial(smtp.config())).toMatchObject(sent);
    expect(smtp.sessions[0]).toMatchObject({ secure: false, name: 'canvas.example' });
  });

  test('has TLS with STARTTLS, and no mail goes without it', async () => {
    const smtp = await smtpServer({ security: 'starttls' });
    expect(await trial(smtp.config({ ...starttls, ...selfSigned }))).toMatchObject(sent);
    expect(smtp.sessions[0]).toMatchObject({ secure: true });
    const without = await smtpServer();
    expect(await failure(without.config({ ...starttls, ...selfSigned }))).toMatch(/STARTTLS/);
    expect(without.mails).toEqual([]);
  });

  test('has TLS from the start, and no mail goes to a server without it', async () => {
    const smtp = await smtpServer({ security: 'tls' });
    expect(await trial(smtp.config({ ...tls, ...selfSigned }))).toMatchObject(sent);
    expect(smtp.sessions[0]).toMatchObject({ secure: true });
    const without = await smtpServer();
    expect(await failure(without.config({ ...tls, ...selfSigned }))).toMatch(/SSL|TLS/i);
  });

  test.each([
    ['starttls', starttls],
    ['tls', tls],
  ] as const)('refuses a certificate signed by nobody with %s, unless that is allowed', async (security, values) => {
    const smtp = await smtpServer({ security });
    expect(await failure(smtp.config(values))).toMatch(/self.signed certificate/);
    expect(smtp.mails).toEqual([]);
  });

  test('is signed in where a user name is configured, over TLS or not', async () => {
    const smtp = await smtpServer({ security: 'starttls', account });
    expect(await trial(smtp.config({ ...signedIn, ...starttls, ...selfSigned }))).toMatchObject(sent);
    expect(smtp.sessions[0]).toMatchObject({ user: account.user, secure: true });
    expect(smtp.mails[0]!.from!.value).toEqual([{ name: 'Easel', address: account.user }]);
  });

  test('with a wrong password fails with what the server says, without the password', async () => {
    const smtp = await smtpServer({ account });
    const wrong = { ...signedIn, 'email.smtp_password': 'not-the-password' };
    const said = await failure(smtp.config(wrong));
    expect(said).toMatch(/535/);
    expect(said).toContain('wrong password …');
    for (const secret of ['not-the-password', Buffer.from('not-the-password').toString('base64')])
      expect(said).not.toContain(secret);
    expect(JSON.stringify([easel.logged, easel.audit()])).not.toContain('not-the-password');
  });

  test('does not go on without signing in, when the server offers no sign-in', async () => {
    const smtp = await smtpServer();
    await failure(smtp.config(signedIn));
    expect(smtp.mails).toEqual([]);
  });

  test('that is refused is an error with its address', async () => {
    const smtp = await smtpServer();
    const values = smtp.config();
    await smtp.close();
    expect(await failure(values)).toMatch(/ECONNREFUSED 127\.0\.0\.1/);
    await smtp.listen({});
  });

  test('to a server that never answers is given up after 20 seconds', async () => {
    const silent = createServer((socket) => sockets.push(socket));
    const sockets: Socket[] = [];
    silent.listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    await configureMail(easel, {
      'email.smtp_host': '127.0.0.1',
      'email.smtp_port': (silent.address() as { port: number }).port,
    });
    const answer = easel.admin.post(path, to);
    await until(() => sockets.length > 0);
    easel.clock.advance(20_000);
    expect(await answer).toMatchObject({ status: 500, body: { msg: 'no answer within 20 seconds' } });
    for (const socket of sockets) socket.destroy();
  });

  test('repeats an answer on one line of bounded length', async () => {
    const smtp = await smtpServer();
    smtp.refusals.set('ada@corp.example', `550 ${'No such user here. '.repeat(40)}`);
    const said = await failure(smtp.config());
    expect(said).toMatch(/550 No such user here/);
    expect(said.length).toBeLessThanOrEqual(301);
    expect(said).not.toMatch(/[\r\n]/);
  });

  test('says what is wrong with the address of the sender', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    for (const key of ['email.mail_sender_address', 'email.mail_reply_to_address'] as const) {
      await configure(easel, { 'email.mail_sender_address': '', [key]: 'x@corp.example\r\nBcc: eve@corp.example' });
      const msg = `${key} is not an address that mail can have`;
      expect(await easel.unchanged(() => easel.admin.post(path, to))).toMatchObject({ status: 500, body: { msg } });
    }
    expect(smtp.mails).toEqual([]);
  });
});
