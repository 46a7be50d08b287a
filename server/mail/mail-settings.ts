import { hostname } from 'node:os';
import type { View } from '../../model/hooks.ts';
import { configValue, externalOrigin } from '../../model/resources/config/server-config.ts';
import type { Language } from '../../texts/languages.ts';

/** What server-config says about mail at this moment, together with the settings of the start. */
export interface MailSettings {
  readonly smtp: SmtpSettings;
  readonly sender: Mailbox;
  readonly replyTo: Mailbox | undefined;
  /** The language of mails to people whose own language is not known. */
  readonly language: Language;
  /** How the server calls itself. */
  readonly server: string;
  /** Where links lead: `https://canvas.example`. */
  readonly site: string;
  /** `site` is what somebody set, and not only the address on which the server listens. */
  readonly isSiteSet: boolean;
}

export interface SmtpSettings {
  /** Empty: mail is off. */
  readonly host: string;
  readonly port: number;
  readonly security: 'none' | 'starttls' | 'tls';
  readonly username: string;
  readonly password: string;
  readonly allowSelfSigned: boolean;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** What the server knew before anybody configured it. */
export interface StartSettings {
  readonly externalUrl: string;
  /** The address on which the server listens; empty as long as it does not. */
  readonly address: () => string;
}

/** The values in force. No part of it comes from a request, so nobody can make a link lead to another host. */
export function mailSettings(view: View, start: StartSettings): MailSettings {
  const external = externalOrigin(view, start.externalUrl);
  const site = external || reachable(start.address());
  const server = oneLine(configValue(view, 'server_name'));
  const replyTo = configValue(view, 'email.mail_reply_to_address');
  return {
    smtp: smtpSettings(view),
    sender: {
      name: oneLine(configValue(view, 'email.mail_sender_name')) || server || SOFTWARE,
      address: configValue(view, 'email.mail_sender_address') || ownAddress(configValue(view, 'email.smtp_username'), site),
    },
    replyTo: replyTo === '' ? undefined : { name: oneLine(configValue(view, 'email.mail_reply_to_name')), address: replyTo },
    language: configValue(view, 'email.language'),
    server: server || SOFTWARE,
    site,
    isSiteSet: external !== '',
  };
}

/**
 * A text that somebody typed as a part of a line: without line breaks, control characters, and characters that turn the direction
 * of what follows; not longer than a line should be. `longest`: in characters.
 */
export function oneLine(text: string, longest = 100): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}

/** The name of the host as mail knows it: after the `@` of the sender and of message ids. */
export function mailHost(site: string): string {
  const host = URL.canParse(site) ? new URL(site).hostname : '';
  if (host.startsWith('[')) return `[IPv6:${host.slice(1, -1)}]`;
  return /^[\d.]+$/.test(host) ? `[${host}]` : host || 'localhost';
}

const SOFTWARE = 'Easel';

const smtpSettings = (view: View): SmtpSettings => ({
  host: configValue(view, 'email.smtp_host'),
  port: configValue(view, 'email.smtp_port'),
  security: configValue(view, 'email.smtp_security'),
  username: configValue(view, 'email.smtp_username'),
  password: configValue(view, 'email.smtp_password'),
  allowSelfSigned: configValue(view, 'email.smtp_allow_self_signed_certificates'),
});

/** Providers take mail from the account that signs in, so that is the sender where it looks like an address. */
function ownAddress(username: string, site: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(username)) return username;
  const host = mailHost(site);
  return `easel@${host.startsWith('[') ? 'localhost' : host}`;
}

/** Nobody reaches a server at the address that means all of its addresses. */
const reachable = (address: string): string => address.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])(?=:|$)/, `$1${hostname()}`);
