import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { valuesOf } from '../../model/field-groups.ts';
import { type ConfigPath, type ConfigValues, configGroups } from '../../model/resources/config/config-settings.ts';
import { Mail } from '../../model/resources/mail.ts';
import { queueMail } from '../../server/mail/outbox.ts';
import type { Easel } from './easel.ts';
import { until } from './until.ts';

const pem = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../http', name));

export interface SmtpOptions {
  /** `plain` offers no TLS at all. */
  readonly security?: 'plain' | 'starttls' | 'tls';
  /** The only account; without one nobody signs in. */
  readonly account?: { readonly user: string; readonly pass: string };
  /** A port that was free a moment ago, for a server that comes back. */
  readonly port?: number;
}

/** A real mail server for one test, which keeps what it gets. */
export class SmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** What each sender said of itself: its name, and whether it came with TLS. */
  readonly sessions: { readonly name: string; readonly secure: boolean; readonly user: unknown }[] = [];
  /** Answers to `RCPT TO` by address, and to every `MAIL FROM` and `DATA`; a text such as `451 Try later` refuses. */
  readonly refusals = new Map<string, string>();
  /** Called with each message before the server answers it; the answer waits. */
  onMessage: (mail: ReceivedMail) => Promise<void> | void = () => {};
  #server!: SMTPServer;

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async listen({ security = 'plain', account, port = 0 }: SmtpOptions): Promise<void> {
    const options: SMTPServerOptions = {
      secure: security === 'tls',
      ...(security !== 'plain' && { key: pem('test-key.pem'), cert: pem('test-cert.pem') }),
      // AUTH over a connection without TLS is what some tests want
      allowInsecureAuth: true,
      authOptional: account === undefined,
      disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        if (username === account?.user && password === account?.pass) return done(null, { user: username });
        // Some servers repeat what they got
        done(Object.assign(new Error(`wrong password ${password}`), { responseCode: 535 }));
      },
      onMailFrom: (_address, _session, done) => done(this.#refusal('MAIL FROM')),
      onRcptTo: ({ address }, _session, done) => done(this.#refusal(address)),
      onData: (stream, session, done) => {
        this.sessions.push({ name: String(session.hostNameAppearsAs), secure: session.secure, user: session.user });
        void this.#receive(stream).then(() => done(), done);
      },
    };
    this.#server = new SMTPServer(options);
    // A sender that ends its connection in the middle is no fault of this server
    this.#server.on('error', () => {});
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Resolves with the first `count` mails, when they have arrived. */
  async received(count: number): Promise<readonly ReceivedMail[]> {
    await until(() => this.mails.length >= count);
    return this.mails;
  }

  /** The values of server-config with which a server sends its mail here. */
  config(values: ConfigValues = {}): ConfigValues {
    return { 'email.smtp_host': '127.0.0.1', 'email.smtp_port': this.port, ...values };
  }

  async #receive(stream: AsyncIterable<Buffer>): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const mail = await readMail(Buffer.concat(chunks));
    await this.onMessage(mail);
    const refusal = this.#refusal('DATA');
    if (refusal) throw refusal;
    this.mails.push(mail);
  }

  #refusal(what: string): Error | null {
    const text = this.refusals.get(what);
    return text === undefined ? null : Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
  }
}

export interface ReceivedMail extends ParsedMail {
  /** The message as it came. */
  readonly raw: string;
  /** Where its link leads; the same in both forms of the text. Empty: it has none. */
  readonly link: string;
  /** The token in the link. */
  readonly token: string;
}

export async function readMail(bytes: Buffer): Promise<ReceivedMail> {
  const parsed = await simpleParser(bytes);
  const link = /^https?:\/\/\S+\?token=\S+$/m.exec(parsed.text ?? '')?.[0] ?? '';
  return Object.assign(parsed, { raw: bytes.toString('latin1'), link, token: link.split('token=')[1] ?? '' });
}

/** A mail server that ends with the test. */
export async function smtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const server = new SmtpServer();
  await server.listen(options);
  onTestFinished(() => server.close());
  return server;
}

const author = { id: 1000, name: 'admin', ip: '' };

/** Sets values of server-config as an administrator; all other values about mail become initial. */
export async function configureMail(easel: Easel, values: ConfigValues): Promise<void> {
  const body = valuesOf(configGroups, (path, { initial }) =>
    path.startsWith('email.') ? (values[path as ConfigPath] ?? initial()) : values[path as ConfigPath],
  );
  const { status, text } = await easel.admin.patch('/server-config', body);
  if (status !== 200) throw new Error(`${status} ${text}`);
}

export type Queued = Pick<Mail, 'text' | 'user_id' | 'address' | 'language'>;

/** Queues mails in one command, as an endpoint does that is the reason for them. */
export const queue = (easel: Easel, ...mails: readonly Queued[]): Promise<void> =>
  easel.server.store.submit({
    scopes: ['directory'],
    author,
    permit: () => {},
    run(tx) {
      for (const mail of mails) queueMail(tx, mail);
    },
  });

/** The mails that wait, as they are in the store. */
export const outbox = (easel: Easel): Mail[] => easel.server.store.directory.all(Mail);

/** Lets the time pass that makes the server look at its outbox, and waits until it has logged `count` more lines about mails. */
export async function afterLines(easel: Easel, count: number, ms = 0): Promise<readonly string[]> {
  const from = easel.logged.length;
  const lines = (): string[] => easel.logged.slice(from).flatMap(({ text }) => (/\bmails?\b/.test(text) ? text : []));
  easel.clock.advance(ms);
  await until(() => {
    // The timer that follows from a run is made at its end
    easel.clock.advance(0);
    return lines().length >= count;
  });
  return lines();
}
