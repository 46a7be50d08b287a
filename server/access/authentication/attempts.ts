import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import { Allowance } from './allowance.ts';

/** Each is a setting; 0: any number. */
export interface AttemptLimits {
  /** Wrong passwords for one account from one address, in a quarter of an hour. */
  readonly failuresPerAccount: number;
  /** Wrong passwords from one address, and wrong tokens, in a quarter of an hour. */
  readonly failuresPerAddress: number;
  /** Mails to one recipient that anybody can ask for, an hour. */
  readonly mailsPerRecipient: number;
  /** Requests for such a mail from one address, an hour. */
  readonly mailsPerAddress: number;
}

/** The account and the address of an attempt. */
export interface Attempt {
  /** The e-mail address as it was typed, whether there is such an account or not: the answer must not tell. */
  readonly account: string;
  /** `networkOf` the address of the caller. */
  readonly network: string;
}

/** What other nodes are told of attempts. Messages may be lost. */
export interface OtherNodes {
  send(topic: 'attempts', text: string): void;
  listen(topic: 'attempts', take: (text: string) => void): unknown;
}

export type MailReason = 'registration' | 'new address' | 'reset';

/**
 * Bounds what anybody can try without being known: passwords, tokens, mails to others (interface/auth 1.4). Only failures and mails
 * count; whoever knows the password signs in as often as they like. Every refusal is 429 and says when the next try is allowed. The
 * counts are in memory and end with the process. Several nodes tell each other what they count, so that they allow together what one
 * would; what is lost on the way, or tried on several nodes in the same moment, counts on one of them only.
 */
export interface Attempts {
  /** Refuses before a password is compared, which costs milliseconds of a processor. */
  beforePassword(by: Attempt): void;
  /**
   * To be called in the turn in which it is known whether the password fits. Refuses as well, whether it fits or not:
   * simultaneous attempts try no more passwords than successive ones.
   */
  afterPassword(by: Attempt, fits: boolean): void;
  /** Somebody proved in another way to be the owner of the account: has used the link in a mail. */
  proven(by: Attempt): void;
  /** Counts a token that nobody has, or refuses it. A valid one is never refused because of others. */
  wrongToken(network: string): void;
  /** Counts a request that sends a mail, or refuses it. `account`: the recipient of the mail. */
  mail(reason: MailReason, by: Attempt): void;
}

const minute = 60_000;
const failurePeriod = 15 * minute;
const mailPeriod = 60 * minute;
/** Unfamiliar addresses together may fail this many times more often than a single one. */
const unfamiliarShare = 10;

/** Something that counts, on every node. */
type CountedAttempt = Attempt & { readonly is: 'failure' | 'proof' | 'token' | MailReason };

/** `others`: undefined where one process serves alone. */
export function createAttempts(clock: Pick<Clock, 'steady'>, limits: AttemptLimits, others?: OtherNodes): Attempts {
  const { byPair, byAccount, byNetwork, tokens, toRecipient, fromNetwork } = allowances(clock, limits);
  const familiar = new Latest();

  const beforePassword = (by: Attempt): void => {
    const pair = pairOf(by);
    const account = accountOf(by);
    // Where the owner has signed in before, only what is tried there counts: others cannot lock the owner out
    const others = familiar.has(pair) ? [] : [byAccount.wait(account), byNetwork.wait(by.network)];
    refuseFor(Math.max(byPair.wait(pair), ...others));
  };
  const take = ({ is, ...by }: CountedAttempt): void => {
    if (is === 'token') return tokens.count(by.network);
    if (is === 'proof') {
      byPair.forget(pairOf(by));
      return familiar.add(pairOf(by));
    }
    if (is === 'failure') {
      byPair.count(pairOf(by));
      byAccount.count(accountOf(by));
      return byNetwork.count(by.network);
    }
    toRecipient.count(`${is} ${accountOf(by)}`);
    fromNetwork.count(`${is} ${by.network}`);
  };
  const count = (is: CountedAttempt['is'], by: Attempt): void => {
    const counted: CountedAttempt = { is, account: accountOf(by), network: by.network };
    take(counted);
    others?.send('attempts', JSON.stringify(counted));
  };
  others?.listen('attempts', (text) => {
    const counted = readCounted(text);
    if (counted) take(counted);
  });
  const proven = (by: Attempt): void => count('proof', by);
  return {
    beforePassword,
    afterPassword(by, fits) {
      beforePassword(by);
      if (fits) return proven(by);
      count('failure', by);
    },
    proven,
    wrongToken(network) {
      refuseFor(tokens.wait(network));
      count('token', { account: '', network });
    },
    mail(reason, by) {
      const recipient = `${reason} ${accountOf(by)}`;
      const network = `${reason} ${by.network}`;
      refuseFor(Math.max(toRecipient.wait(recipient), fromNetwork.wait(network)));
      count(reason, by);
    },
  };
}

/** What remains of each bound on trying, counted by this node. */
function allowances(clock: Pick<Clock, 'steady'>, limits: AttemptLimits) {
  const { failuresPerAccount, failuresPerAddress, mailsPerRecipient, mailsPerAddress } = limits;
  const failures = (most: number): Allowance => new Allowance(clock, { most, ms: failurePeriod });
  const mails = (most: number): Allowance => new Allowance(clock, { most, ms: mailPeriod });
  return {
    byPair: failures(failuresPerAccount),
    byAccount: failures(failuresPerAccount * unfamiliarShare),
    byNetwork: failures(failuresPerAddress),
    tokens: failures(failuresPerAddress),
    toRecipient: mails(mailsPerRecipient),
    fromNetwork: mails(mailsPerAddress),
  };
}

const kinds: ReadonlySet<unknown> = new Set(['failure', 'proof', 'token', 'registration', 'new address', 'reset']);

/** Undefined: what a node of another version may tell. */
function readCounted(text: string): CountedAttempt | undefined {
  try {
    const { is, account, network } = JSON.parse(text);
    return kinds.has(is) && typeof account === 'string' && typeof network === 'string' ? { is, account, network } : undefined;
  } catch {
    return undefined;
  }
}

function refuseFor(ms: number): void {
  if (ms > 0) throw refuse.tooManyRequests(ms / 1000);
}

/** No account has a longer e-mail address. */
const longestAccount = 254;

/** The same key for every letter case, because accounts are looked up in any case. */
const accountOf = ({ account }: Attempt): string => account.slice(0, longestAccount).toLowerCase();
const pairOf = (by: Attempt): string => `${by.network} ${accountOf(by)}`;

const mostFamiliar = 10_000;

/** The last ten thousand texts that were added. */
class Latest {
  readonly #texts = new Set<string>();

  has = (text: string): boolean => this.#texts.has(text);

  add(text: string): void {
    this.#texts.delete(text);
    if (this.#texts.size >= mostFamiliar) this.#texts.delete(this.#texts.values().next().value!);
    this.#texts.add(text);
  }
}
