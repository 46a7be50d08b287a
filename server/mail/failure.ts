/**
 * A mail was not taken. `mail`: this one was refused, others may go; `server`: none can be sent at present, whatever it is.
 * `permanent`: trying again would give the same answer. The text is one line without secrets.
 */
export class MailFailure extends Error {
  constructor(
    readonly concerns: 'mail' | 'server',
    readonly permanent: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** What nodemailer tells of a failure. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The command that was refused: `RCPT TO`; `API` when nothing was sent. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/** An SMTP server answers so when it closes, to whatever command. */
const CLOSING = 421;
const LONGEST = 300;

/**
 * The failure that an error of a transport means. `to`: the address of the mail. `secrets`: texts that must not be repeated; an
 * answer of the other server may hold anything.
 */
export function failureOf(cause: unknown, to: string, secrets: readonly string[]): MailFailure {
  if (cause instanceof MailFailure) return cause;
  const error = cause as SmtpError;
  const text = safeText(error.message, secrets);
  return isAboutMail(error, to)
    ? new MailFailure('mail', error.permanent === true, text)
    : new MailFailure('server', false, text);
}

/**
 * Refusals of the sender, of the sign-in and of the connection concern every mail alike. But with an address that is not ASCII,
 * the server is already asked with the sender whether it takes such mails at all (RFC 6531).
 */
function isAboutMail({ command = '', responseCode }: SmtpError, to: string): boolean {
  if (responseCode === undefined || responseCode === CLOSING) return false;
  return command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && /[^\x20-\x7e]/.test(to));
}

function safeText(text: string, secrets: readonly string[]): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const hidden = secrets.filter(Boolean).reduce((left, secret) => left.replaceAll(secret, '…'), line);
  return hidden.length > LONGEST ? `${hidden.slice(0, LONGEST)}…` : hidden;
}
