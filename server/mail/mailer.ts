import type { MailText } from '../../model/resources/mail.ts';
import { knownLanguage } from '../../texts/languages.ts';
import { mailsIn } from '../../texts/mails.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { writeEml } from './eml-files.ts';
import { MailFailure } from './failure.ts';
import type { Letter } from './letter.ts';
import { type MailSettings, mailSettings, oneLine, type StartSettings } from './mail-settings.ts';
import { type RenderedMail, render } from './render.ts';
import { sendBySmtp } from './smtp.ts';

export interface MailerDeps extends Pick<StartSettings, 'address'> {
  readonly store: Pick<Store, 'directory'>;
  readonly clock: Clock;
  /** `mailOutboxDir`: where mails go as files while there is no SMTP server; empty: nowhere. */
  readonly settings: { readonly externalUrl: string; readonly mailOutboxDir: string };
}

/** Writes mails and sends them, with the settings of the moment. */
export interface Mailer {
  /** Where mails go now. `undefined`: nowhere yet, because the server does not know its own address. */
  way(): 'smtp' | 'files' | 'nowhere' | undefined;
  settings(): MailSettings;
  write(mail: MailToWrite): Pick<Letter, 'text' | 'language'>;
  /** Rejects with a MailFailure. `signal` ends the attempt. */
  send(letter: Letter, signal?: AbortSignal): Promise<void>;
}

export interface MailToWrite {
  readonly mail: MailText | 'test';
  readonly address: string;
  /** The name of the account; empty for none. */
  readonly name: string;
  /** A language with texts, or empty for the default of the server. */
  readonly language: string;
  /** What the link ends with, and how long it is valid, in milliseconds. */
  readonly link?: { readonly path: string; readonly life: number };
}

export function createMailer({ store, clock, settings: { externalUrl, mailOutboxDir: folder }, address }: MailerDeps): Mailer {
  const settings = (): MailSettings => mailSettings(store.directory, { externalUrl, address });
  const way: Mailer['way'] = () => {
    const { smtp, site } = settings();
    if (smtp.host === '' && folder === '') return 'nowhere';
    if (site === '') return undefined;
    return smtp.host === '' ? 'files' : 'smtp';
  };
  return {
    way,
    settings,
    write: (mail) => write(mail, settings()),
    async send(letter, signal) {
      const now = way();
      if (now === 'smtp') return sendBySmtp(letter, settings(), clock, signal);
      if (now === 'files') return writeEml(folder, letter, settings());
      throw new MailFailure('server', false, 'no SMTP server is configured');
    },
  };
}

function write({ mail, address, name, link, language: wanted }: MailToWrite, settings: MailSettings) {
  const language = knownLanguage(wanted) ?? settings.language;
  const facts = {
    name: greetable(name),
    address: oneLine(address, address.length),
    server: settings.server,
    site: settings.site,
    valid: link ? inWords(link.life, language) : '',
  };
  const text: RenderedMail = render({
    language,
    mail,
    facts,
    texts: mailsIn[language],
    ...(link && { link: settings.site + link.path }),
  });
  return { text, language };
}

/**
 * The name, or nothing where it looks as if it held an address: people choose their names, and the server must not carry
 * advertisements to others.
 */
function greetable(name: string): string {
  return /[/\\@:]|\.\S|www/i.test(name) ? '' : oneLine(name);
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** `7 days`, `24 Stunden` */
function inWords(ms: number, language: string): string {
  const [unit, amount] = ms > 2 * dayMs ? (['day', ms / dayMs] as const) : (['hour', ms / hourMs] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
