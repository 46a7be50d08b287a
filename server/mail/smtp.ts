import type { Clock } from '../clock.ts';
import { failureOf, MailFailure } from './failure.ts';
import { type Letter, messageOf } from './letter.ts';
import { type MailSettings, mailHost, type SmtpSettings } from './mail-settings.ts';

/** Longest attempt to send one mail, in milliseconds. */
const SENDING = 20_000;

/**
 * Sends one mail over a connection of its own. Rejects with a MailFailure when the server does not take it, or does not do so in
 * time, or when `signal` ends the attempt.
 */
export async function sendBySmtp(letter: Letter, settings: MailSettings, clock: Clock, signal?: AbortSignal): Promise<void> {
  const message = messageOf(letter, settings);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(settings));
  const tooLong = new AbortController();
  const deadline = clock.after(SENDING, () => tooLong.abort());
  const ends = signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal;
  try {
    await transport.sendMail({ ...message, signal: ends });
  } catch (cause) {
    if (tooLong.signal.aborted) throw new MailFailure('server', false, `no answer within ${SENDING / 1000} seconds`);
    throw failureOf(cause, letter.to, [letter.secret ?? '', ...spellingsOf(settings.smtp)]);
  } finally {
    deadline.cancel();
    transport.close();
  }
}

/**
 * TLS is never opportunistic: who stands between could take the offer away. `none` means none, also where the server offers it,
 * because its certificate would then decide whether mail works.
 */
function transportOptions({ smtp, site }: MailSettings) {
  const { host, port, security, username, password, allowSelfSigned } = smtp;
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: !allowSelfSigned },
    // Without `forceAuth`, a server that offers no sign-in would get the mail unsigned
    ...(username !== '' && { auth: { user: username, pass: password }, forceAuth: true }),
    name: mailHost(site),
    // Also a machine without a network has mail servers: its own
    allowInternalNetworkInterfaces: true,
    dnsTimeout: 5000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The password as it goes over the wire in the ways to sign in. */
function spellingsOf({ username, password }: SmtpSettings): string[] {
  if (password === '') return [];
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return [base64(`\0${username}\0${password}`), base64(password), password];
}
