/** What the texts of a mail may name. Everything is one line, and not trusted: it goes into a text only through `say`. */
export interface MailValues {
  /** The account's name; empty where it may not be repeated. */
  readonly name: string;
  /** Where the mail goes. */
  readonly address: string;
  /** The `server_name`, or the name of the software. */
  readonly server: string;
  /** The address of the server, as people know it. */
  readonly site: string;
  /** How long the link is valid, in the language: `7 days`. Empty in a mail without a link. */
  readonly valid: string;
}

/** A text with facts in it. Each form of the mail writes the facts in its own safe way. */
export interface FactText {
  readonly texts: readonly string[];
  readonly facts: readonly string[];
}

/** One mail in words. */
export interface Wording {
  readonly subject: FactText;
  readonly greeting: FactText;
  /** Before the link. */
  readonly before: readonly FactText[];
  /** On the button; absent: the mail has no link. */
  readonly button?: string;
  /** Behind the link. */
  readonly after: readonly FactText[];
}

/** What is sent by mail; the outbox names its mails so, all but the test, which is sent at once. */
export type MailName = 'confirm-email' | 'change-email' | 'reset-password' | 'test';

/** All texts in one language. A text or a sentence that is missing does not compile. */
export interface Texts {
  readonly direction: 'ltr' | 'rtl';
  /** Above the whole address, for programs that show no button. */
  readonly insteadOfButton: string;
  /** At the end of every mail: who sent it. */
  readonly footer: (facts: MailValues) => FactText;
  readonly mails: Readonly<Record<MailName, (facts: MailValues) => Wording>>;
}

/** Tags a text with facts in it: say`Hello ${name},` */
export const say = (texts: readonly string[], ...facts: readonly string[]): FactText => ({ texts, facts });
