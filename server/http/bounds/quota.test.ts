import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../model/refusal.ts';
import { networkOf } from './caller.ts';
import { Quota, type Share } from './quota.ts';

const said = (share: Share, amount: number): string => {
  try {
    share.take(amount);
    return 'taken';
  } catch (error) {
    const { status, headers } = error as Refusal;
    return `${status}, again in ${headers['Retry-After']} s`;
  }
};

describe('a quota', () => {
  const six = () => 6;

  it('refuses one caller with 429, and all with 503', () => {
    const quota = new Quota({ all: 10, each: six });
    const [ann, bob] = [quota.share('ann'), quota.share('bob')];
    expect([said(ann, 6), said(ann, 1), said(bob, 4), said(bob, 1)]).toEqual([
      'taken',
      '429, again in 5 s',
      'taken',
      '503, again in 2 s',
    ]);
    expect(quota.taken).toBe(10);
  });

  it('counts all shares of one caller, and gives each back once', () => {
    const quota = new Quota({ all: 100, each: six });
    const first = quota.share('ann');
    const second = quota.share('ann');
    expect([said(first, 4), said(second, 4), said(second, 2)]).toEqual(['taken', '429, again in 5 s', 'taken']);
    first.release();
    first.release();
    expect([quota.taken, said(second, 4), said(second, 1)]).toEqual([2, 'taken', '429, again in 5 s']);
    second.release();
    expect([quota.taken, said(first, 6)]).toEqual([0, 'taken']);
  });

  it('takes nothing when it refuses, or when it only checks', () => {
    const quota = new Quota({ all: 10, each: () => 10 });
    quota.share('bob').take(1);
    const share = quota.share('ann');
    share.check(9);
    expect(() => share.check(10)).toThrow('Service temporarily unavailable');
    expect([said(share, 10), quota.taken]).toEqual(['503, again in 2 s', 1]);
  });

  it('leaves room for one more when nobody may have more than is left', () => {
    const quota = new Quota({ all: 120, each: (left) => left });
    const fill = (name: string): number => {
      const share = quota.share(name);
      let held = 0;
      while (said(share, 1) === 'taken') held += 1;
      return held;
    };
    expect([fill('ann'), fill('bob'), fill('eve'), fill('sam')]).toEqual([60, 30, 15, 7]);
    expect([said(quota.share('ann'), 1), said(quota.share('zoe'), 5), said(quota.share('zoe'), 1)]).toEqual([
      '429, again in 5 s',
      '503, again in 2 s',
      'taken',
    ]);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001::2:3:4:5:6:7', '2001:0:2:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
