import type { Setting } from './read.ts';
import { integer } from './types.ts';

const perProcess =
  'The count is kept in memory, so a restart begins anew; several nodes tell each other, and count together while the event bus works.';

/** Bounds on what anybody can try without being known, and on what is left of it (interface/auth 1.4). */
export const attemptSettings = {
  signInFailuresPerAccount: {
    name: 'EASEL_SIGN_IN_FAILURES_PER_ACCOUNT',
    group: 'Limits',
    type: integer(0, 10_000),
    default: 10,
    unit: 'in 15 minutes',
    why: `Wrong passwords for one account from one address (of IPv6, from its first 64 bits); further attempts are refused with 429, and one more is allowed as time passes. All addresses from which nobody has signed in to the account may together fail ten times as often. 0: any number. ${perProcess}`,
  },
  signInFailuresPerAddress: {
    name: 'EASEL_SIGN_IN_FAILURES_PER_ADDRESS',
    group: 'Limits',
    type: integer(0, 100_000),
    default: 100,
    unit: 'in 15 minutes',
    why: `Wrong passwords for all accounts from one address, and as many wrong tokens; further attempts are refused with 429. Successful sign-ins do not count. Raise it when very many people share an address. 0: any number. ${perProcess}`,
  },
  mailsPerRecipient: {
    name: 'EASEL_MAILS_PER_RECIPIENT',
    group: 'Limits',
    type: integer(0, 10_000),
    default: 5,
    unit: 'an hour',
    why: `Mails to one e-mail address that anybody can ask for: to replace a forgotten password, and as many to confirm a new address; further ones are refused with 429. 0: any number. ${perProcess}`,
  },
  mailsPerAddress: {
    name: 'EASEL_MAILS_PER_ADDRESS',
    group: 'Limits',
    type: integer(0, 100_000),
    default: 20,
    unit: 'an hour',
    why: `Registrations from one address, and as many requests to replace a password and changes of an e-mail address; further ones are refused with 429. What administrators do does not count. Raise it while a class or a company registers. 0: any number. ${perProcess}`,
  },
  sessionIdleHours: {
    name: 'EASEL_SESSION_IDLE_HOURS',
    group: 'Limits',
    type: integer(0, 14 * 24),
    default: 0,
    unit: 'hours',
    why: 'A sign-in that nobody used for this long, and with which no stream and no display is open, ends before its 24 hours or 14 days. Permanent tokens do not. 0: it does not end earlier, because walls and scripts sign in once and may be quiet for long.',
  },
  wallSessionDays: {
    name: 'EASEL_WALL_SESSION_DAYS',
    group: 'Limits',
    type: integer(1, 3650),
    default: 90,
    unit: 'days',
    why: 'The sign-in of a wall that was paired to stay ends this long after its last use; a display that is connected uses it. Shorter than the longest holidays, and a wall asks for a code when people come back.',
  },
  unconfirmedDays: {
    name: 'EASEL_UNCONFIRMED_DAYS',
    group: 'Limits',
    type: integer(0, 3650),
    default: 30,
    unit: 'days',
    why: 'Accounts that somebody registered, and whose e-mail address was not confirmed for this long, are deleted, if nobody has signed in to them and nothing is in their home. 0: they stay.',
  },
} as const satisfies Record<string, Setting<number>>;
