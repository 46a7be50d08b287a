import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts';
import { type Attempt, type Attempts, createAttempts } from './attempts.ts';

const limits = { failuresPerAccount: 3, failuresPerAddress: 10, mailsPerRecipient: 2, mailsPerAddress: 4 };
let clock: FakeClock;
let attempts: Attempts;
beforeEach(() => {
  clock = fakeClock();
  attempts = createAttempts(clock, limits);
});

/** The seconds after which it may be tried again; 0: it was tried. */
function waits(work: () => void): number {
  try {
    work();
    return 0;
  } catch (refusal) {
    expect(refusal).toMatchObject({ status: 429, message: 'Too many requests' });
    return Number((refusal as { headers: Record<string, string> }).headers['Retry-After']);
  }
}

const by = (account: string, network: string): Attempt => ({ account, network });
const fail = (one: Attempt): number =>
  waits(() => {
    attempts.beforePassword(one);
    attempts.afterPassword(one, false);
  });
const succeed = (one: Attempt): number => waits(() => attempts.afterPassword(one, true));
const failTimes = (times: number, one: Attempt): void => {
  for (let time = 0; time < times; time++) expect(fail(one)).toBe(0);
};

describe('passwords', () => {
  test('of one account from one address are bounded, in any letter case of the account', () => {
    failTimes(3, by('ann@corp.example', 'a'));
    expect(fail(by('ANN@corp.example', 'a'))).toBe(300);
    expect(fail(by('ben@corp.example', 'a'))).toBe(0);
    expect(fail(by('ann@corp.example', 'b'))).toBe(0);
    clock.advance(300_000);
    expect(fail(by('ann@corp.example', 'a'))).toBe(0);
  });

  test('that are right are never counted, and end the count of their pair', () => {
    for (let time = 0; time < 1000; time++) expect(succeed(by('ann', 'a'))).toBe(0);
    failTimes(2, by('ann', 'a'));
    expect(succeed(by('ann', 'a'))).toBe(0);
    failTimes(3, by('ann', 'a'));
  });

  test('that are right are refused, too, once the bound is reached', () => {
    failTimes(3, by('ann', 'a'));
    expect(succeed(by('ann', 'a'))).toBe(300);
  });

  test('that were tried at the same time count as one after the other', () => {
    for (let time = 0; time < 20; time++) attempts.beforePassword(by('ann', 'a'));
    const outcomes = Array.from({ length: 20 }, (_, time) => waits(() => attempts.afterPassword(by('ann', 'a'), time === 15)));
    expect(outcomes.filter((wait) => wait === 0)).toHaveLength(3);
    expect(outcomes[15]).toBe(300);
  });

  test('from many addresses for one account lock out unfamiliar addresses, and not the places of the owner', () => {
    expect(succeed(by('ann', 'office'))).toBe(0);
    for (let network = 0; network < 30; network++) expect(fail(by('ann', `bot ${network}`))).toBe(0);
    expect(fail(by('ann', 'bot 31'))).toBe(30);
    expect(succeed(by('ann', 'hotel'))).toBe(30);
    expect(succeed(by('ann', 'office'))).toBe(0);
    // A mail that arrived proves as much as a password
    attempts.proven(by('ann', 'hotel'));
    expect(succeed(by('ann', 'hotel'))).toBe(0);
  });

  test('of many accounts from one address are bounded, but not for those who have signed in from there', () => {
    expect(succeed(by('colleague', 'office'))).toBe(0);
    for (let account = 0; account < 10; account++) expect(fail(by(`guess ${account}`, 'office'))).toBe(0);
    expect(fail(by('guess 11', 'office'))).toBe(90);
    expect(succeed(by('new colleague', 'office'))).toBe(90);
    expect(succeed(by('colleague', 'office'))).toBe(0);
    failTimes(3, by('colleague', 'office'));
    expect(fail(by('colleague', 'office'))).toBe(300);
  });

  test('of accounts with endless names cost bounded memory', () => {
    failTimes(3, by(`${'x'.repeat(254)}1`, 'a'));
    expect(fail(by(`${'x'.repeat(254)}2`, 'a'))).toBe(300);
  });
});

test('wrong tokens of one address are bounded, apart from passwords', () => {
  for (let time = 0; time < 10; time++) attempts.wrongToken('a');
  expect(waits(() => attempts.wrongToken('a'))).toBe(90);
  attempts.wrongToken('b');
  expect(succeed(by('ann', 'a'))).toBe(0);
});

test('mails are bounded by recipient and by address, each reason for itself', () => {
  const mail = (account: string, network: string): number => waits(() => attempts.mail('reset', by(account, network)));
  expect([mail('ann', 'a'), mail('Ann', 'b'), mail('ann', 'c')]).toEqual([0, 0, 1800]);
  // A refused one counts for nobody
  expect([mail('b', 'c'), mail('c', 'c'), mail('d', 'c'), mail('e', 'c'), mail('f', 'c')]).toEqual([0, 0, 0, 0, 900]);
  attempts.mail('registration', by('ann', 'c'));
  attempts.mail('new address', by('ann', 'c'));
});

test('0 switches each bound off', () => {
  attempts = createAttempts(clock, { failuresPerAccount: 0, failuresPerAddress: 0, mailsPerRecipient: 0, mailsPerAddress: 0 });
  for (let time = 0; time < 1000; time++) {
    expect(fail(by('ann', 'a'))).toBe(0);
    attempts.wrongToken('a');
    attempts.mail('reset', by('ann', 'a'));
  }
});

test('ten thousand pairs are remembered as familiar, and then the oldest is forgotten', () => {
  for (let network = 0; network <= 10_000; network++) succeed(by('ann', `${network}`));
  for (let network = 0; network < 30; network++) fail(by('ann', `bot ${network}`));
  expect(succeed(by('ann', '0'))).toBe(30);
  expect(succeed(by('ann', '1'))).toBe(0);
});

describe('several nodes', () => {
  /** Nodes that hear of each other at once. */
  function nodes(count: number) {
    const takers: ((text: string) => void)[] = [];
    const sent: string[] = [];
    const made = Array.from({ length: count }, (_, own) =>
      createAttempts(clock, limits, {
        send(_topic, text) {
          sent.push(text);
          for (const [at, take] of takers.entries()) if (at !== own) take(text);
        },
        listen: (_topic, take) => takers.push(take),
      }),
    );
    return { made, sent, hear: (text: string) => takers[0]!(text) };
  }

  test('allow together what one allows', () => {
    const { made } = nodes(3);
    const by = { account: 'Ann@corp.example', network: '10.0.0.1' };
    let refusals = 0;
    for (let at = 0; at < 3 * limits.failuresPerAccount; at++) {
      try {
        made[at % 3]!.afterPassword(by, false);
      } catch {
        refusals++;
      }
    }
    expect(refusals).toBe(2 * limits.failuresPerAccount);
    for (const one of made) expect(() => one.beforePassword(by)).toThrow('Too many requests');
    made[1]!.proven(by);
    for (const one of made) one.beforePassword(by);
  });

  test('count the mails and the tokens of all', () => {
    const { made } = nodes(2);
    const by = { account: 'ann@corp.example', network: '10.0.0.1' };
    for (let at = 0; at < limits.mailsPerRecipient; at++) made[at % 2]!.mail('reset', by);
    for (const one of made) expect(() => one.mail('reset', by)).toThrow('Too many requests');
    made[0]!.mail('registration', by);
    for (let at = 0; at < limits.failuresPerAddress; at++) made[at % 2]!.wrongToken('10.0.0.9');
    for (const one of made) expect(() => one.wrongToken('10.0.0.9')).toThrow('Too many requests');
  });

  test('are told no more than is needed, and take no notice of what they do not know', () => {
    const { made, sent, hear } = nodes(1);
    made[0]!.afterPassword({ account: `${'x'.repeat(1000)}@corp.example`, network: '10.0.0.1' }, false);
    expect(sent[0]!.length).toBeLessThan(400);
    for (const text of ['', '{', 'null', '{"is":"other","account":"a","network":"b"}', '{"is":"failure"}']) hear(text);
  });
});
