import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import { MailFailure } from './failure.ts';
import { type Mailbox, type MailSettings, mailHost } from './mail-settings.ts';
import type { RenderedMail } from './render.ts';

/** A mail that is ready to be sent. */
export interface Letter {
  /** A UUID of this attempt, for the message id: a second attempt has another link, so it must not count as the same message. */
  readonly id: string;
  readonly to: string;
  readonly text: RenderedMail;
  /** Tag of the language, `de`. */
  readonly language: string;
  /** Milliseconds since 1970. */
  readonly date: number;
  /** What no failure may repeat: the token of its link. */
  readonly secret?: string;
}

/** The message for nodemailer. Throws a MailFailure when an address is of a form that no mail can have. */
export function messageOf(letter: Letter, { sender, replyTo, site }: MailSettings): SendMailOptions {
  const to = mailable(letter.to) ?? refused('mail', `the address ${JSON.stringify(letter.to)}`);
  const from = mailable(sender.address) ?? refused('server', 'email.mail_sender_address');
  return {
    from: { name: sender.name, address: from },
    to: { name: '', address: to },
    ...(replyTo && { replyTo: replyBox(replyTo) }),
    envelope: { from, to: [to] },
    subject: letter.text.subject,
    text: letter.text.plain,
    html: letter.text.html,
    date: new Date(letter.date),
    messageId: `<${letter.id}@${mailHost(site)}>`,
    // Programs that answer mails leave these alone (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const replyBox = ({ name, address }: Mailbox): Mailbox => ({
  name,
  address: mailable(address) ?? refused('server', 'email.mail_reply_to_address'),
});

/**
 * An address as it stands in commands and headers; undefined for one that would need quoting or hold a second one. Accounts may have
 * such addresses to sign in with.
 */
export function mailable(address: string): string | undefined {
  const [, local, domain] = /^([^\s@<>()[\]\\,;:"\p{Cc}]{1,64})@([^\s@<>()[\]\\,;:"\p{Cc}]{1,253})$/u.exec(address) ?? [];
  const ascii = domainToASCII(domain ?? '');
  return local === undefined || ascii === '' ? undefined : `${local}@${ascii}`;
}

function refused(concerns: 'mail' | 'server', what: string): never {
  throw new MailFailure(concerns, concerns === 'mail', `${what} is not an address that mail can have`);
}
