import { randomUUID } from 'node:crypto';
import { User } from '../../model/resources/accounts/user.ts';
import { Mail } from '../../model/resources/mail.ts';
import { insertMailToken, mailTokenLives } from '../access/authentication/mail-tokens.ts';
import { newToken, tokenHash } from '../access/authentication/tokens.ts';
import type { Clock } from '../clock.ts';
import { SERVER, type Store, type Transaction } from '../store/store.ts';
import { failureOf, type MailFailure } from './failure.ts';
import type { CountMail } from './mail-metrics.ts';
import type { Mailer } from './mailer.ts';
import { isDue, LONGEST_PAUSE, purposeOf } from './outbox.ts';

export interface DeliveryDeps {
  readonly store: Pick<Store, 'submit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: MailLog;
  readonly mailer: Mailer;
  readonly countMail: CountMail;
}

/** Lines hold the address and what the other server said, and never a token. */
export interface MailLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The time until another node may try a mail that this one is trying: longer than an attempt can take. */
const CLAIM = minute;
/** A mail is given up after this time in the outbox. */
const GIVEN_UP = 48 * hour;
/** Pauses after each attempt at a mail that was refused for now; the last one repeats. */
const PAUSES = [30 * second, 2 * minute, 10 * minute, hour, 4 * hour];
/** A pause is longer or shorter by at most this part of it, so that mails which failed together do not all come back together. */
const JITTER = 0.2;
/** Pauses of the whole outbox after each failure in a row of the mail server itself; the last one repeats. */
const SERVER_PAUSES = [30 * second, 2 * minute, 10 * minute];

/** The paths of the pages to which links lead. */
const pages = { 'confirm-email': '/confirm-email', 'reset-password': '/reset-password' } as const;

/**
 * Tries one mail that is due. The token of its link is made here and only its hash is stored, in the commit that also claims the
 * mail; a second commit removes it. Between the two a process may end: then the mail goes again, with another token. Resolves with
 * the failure of the mail server if no mail can go at present; `serverFailures`: how many there were in a row before.
 */
export async function deliver(
  deps: DeliveryDeps,
  due: Mail,
  serverFailures: number,
  signal: AbortSignal,
): Promise<MailFailure | undefined> {
  const { clock, mailer, log } = deps;
  const token = newToken();
  const claim = await claimMail(deps, due.id, randomUUID(), tokenHash(token));
  if (!claim) return undefined;
  const about = { mail: claim.mail.text, user: claim.mail.user_id, address: claim.mail.address };
  if (claim.dropped !== undefined) {
    deps.countMail('dropped');
    log.warn({ ...about, reason: claim.dropped }, 'a mail was dropped');
    return undefined;
  }
  const { mail, name } = claim;
  const purpose = purposeOf[mail.text];
  const link = { path: `${pages[purpose]}?token=${token}`, life: mailTokenLives[purpose] };
  const letter = {
    ...mailer.write({ ...mail, mail: mail.text, name, link }),
    to: mail.address,
    date: clock.now(),
    secret: token,
  };
  const failure = await failureIn(mailer.send({ ...letter, id: mail.claim }, signal), mail.address, token);
  if (failure) return failed(deps, mail, failure, { about, serverFailures, signal });
  await settle(deps, mail, undefined);
  deps.countMail('sent');
  log.info(about, 'a mail was sent');
  return undefined;
}

const failureIn = (sending: Promise<void>, to: string, token: string): Promise<MailFailure | undefined> =>
  sending.then(
    () => undefined,
    (cause) => failureOf(cause, to, [token]),
  );

interface Attempt {
  readonly about: object;
  readonly serverFailures: number;
  readonly signal: AbortSignal;
}

/** The rest of the outbox, in milliseconds, after a number of failures in a row of the mail server. */
export const serverPause = (failures: number): number => varied(SERVER_PAUSES[Math.min(failures, SERVER_PAUSES.length) - 1]!);

async function failed(deps: DeliveryDeps, mail: Mail, failure: MailFailure, attempt: Attempt): Promise<MailFailure | undefined> {
  const { about, serverFailures, signal } = attempt;
  const said = { ...about, error: failure.message };
  if (signal.aborted) {
    // The server ends: the next one may send it at once
    await settle(deps, mail, { attempts: mail.attempts, pause: 0 });
    return failure;
  }
  if (failure.concerns === 'server') {
    await settle(deps, mail, { attempts: mail.attempts, pause: serverPause(serverFailures + 1) });
    deps.countMail('waits');
    deps.log.warn(said, 'no mail can be sent: the mails wait');
    return failure;
  }
  const attempts = mail.attempts + 1;
  const pause = varied(PAUSES[Math.min(attempts, PAUSES.length) - 1]!);
  await settle(deps, mail, failure.permanent ? undefined : { attempts, pause });
  deps.countMail(failure.permanent ? 'refused' : 'later');
  if (failure.permanent) deps.log.warn(said, 'a mail was refused for good');
  else deps.log.warn({ ...said, attempts, seconds: Math.round(pause / second) }, 'a mail was refused, and is tried again');
  return undefined;
}

const varied = (ms: number): number => Math.min(ms * (1 + JITTER * (2 * Math.random() - 1)), LONGEST_PAUSE);

type Claim =
  | { readonly mail: Mail; readonly name: string; readonly dropped?: undefined }
  | { readonly mail: Mail; readonly dropped: string };

/** Undefined: another node has it, or it is gone. `hash`: of the token that goes out with it. */
function claimMail({ store, mailer }: DeliveryDeps, id: string, attempt: string, hash: string): Promise<Claim | undefined> {
  const isNowhere = mailer.way() === 'nowhere';
  return store.submit<Claim | undefined>({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run(tx) {
      const { directory, now } = tx;
      const mail = directory.get(Mail, id);
      if (!mail || !isDue(mail.next_at, Date.parse(now))) return undefined;
      const user = directory.get(User, mail.user_id);
      const dropped = isNowhere ? 'no SMTP server is configured' : reasonToDrop(mail, user, Date.parse(now));
      if (dropped !== undefined) {
        yield* directory.remove(Mail.key(id));
        return { mail, dropped };
      }
      const claimed = { ...mail, next_at: Date.parse(now) + CLAIM, claim: attempt };
      directory.update(Mail, claimed);
      const { user_id, address: email } = mail;
      yield* insertMailToken(directory, { hash, now, purpose: purposeOf[mail.text], user_id, email });
      return { mail: claimed, name: user!.name };
    },
  });
}

/** Why nobody needs the mail any more; undefined: somebody does. */
function reasonToDrop({ text, address, created_at }: Mail, user: User | undefined, now: number): string | undefined {
  if (!user) return 'the user is gone';
  const isOwn = user.email.toLowerCase() === address.toLowerCase();
  if (text === 'change-email' && user.email === address && !user.email_claimed) return 'the address is already that of the user';
  if (text !== 'change-email' && !isOwn) return 'the user has another address now';
  if (text === 'confirm-email' && user.email_confirmed) return 'the address is confirmed';
  if (text === 'reset-password' && user.blocked) return 'the user is blocked';
  return now - created_at > GIVEN_UP ? `it could not be sent for ${GIVEN_UP / hour} hours` : undefined;
}

/** `later` undefined: the mail is done with. A mail that a newer one has replaced meanwhile stays as it is. */
const settle = ({ store }: DeliveryDeps, { id, claim }: Mail, later: Later | undefined): Promise<void> =>
  store.submit<void>({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory, now }: Transaction) {
      const mail = directory.get(Mail, id);
      if (!mail || mail.claim !== claim) return;
      if (!later) return yield* directory.remove(Mail.key(id));
      const next_at = Date.parse(now) + Math.round(later.pause);
      directory.update(Mail, { ...mail, attempts: later.attempts, next_at, claim: '' });
    },
  });

interface Later {
  readonly attempts: number;
  /** In milliseconds. */
  readonly pause: number;
}
