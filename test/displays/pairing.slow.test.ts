import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../kit/browser.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['ann'], env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });

/** Ends all pairings that are open. */
beforeEach(() => easel.clock.advance(600_000));

const begin = async (network: string) => {
  const { status, headers, body } = await new Browser(easel).post('/session/pairing', {}, { 'x-forwarded-for': network });
  return { status, wait: headers.get('retry-after'), ...body };
};
const confirm = (code: string) =>
  new Browser(easel).post('/session/pairing/confirm', { code }, { 'private-token': easel.people.ann.token });
const statusOf = async (secret: string): Promise<number> => (await new Browser(easel).post(`/session/pairing/${secret}`)).status;

describe('at the bound on open pairings of all addresses', () => {
  test('addresses that begin many pairings take the room of nobody else', async () => {
    const quiet = await begin('203.0.113.7');
    const networks = Array.from({ length: 60 }, (_, at) => `198.51.100.${at}`);
    const [first] = await Promise.all(networks.map(begin));
    for (let time = 1; time < 20; time++) {
      easel.clock.advance(1000);
      for (const { status } of await Promise.all(networks.map(begin))) expect(status).toBe(200);
    }
    expect((await begin(networks[0]!)).status, 'each has its share').toBe(429);
    expect([await statusOf(quiet.secret), await statusOf(first.secret)]).toEqual([202, 404]);
    expect(easel.server.store.directory.list('Pairing').size).toBe(1000);
    expect((await begin('203.0.113.8')).status).toBe(200);
  });

  test('a further one is refused where all are confirmed and none has been used', async () => {
    const secrets: string[] = [];
    for (let network = 0; network < 50; network++) {
      const begun = await Promise.all(Array.from({ length: 20 }, () => begin(`198.51.100.${network}`)));
      const confirmed = await Promise.all(begun.map(({ code }) => confirm(code)));
      expect(confirmed.map(({ status }) => status)).toEqual(Array(20).fill(200));
      secrets.push(...begun.map(({ secret }) => secret));
    }
    expect(await easel.unchanged(() => begin('203.0.113.9'))).toMatchObject({ status: 429, wait: '3' });
    expect(await statusOf(secrets[0]!), 'a wall that is signed in makes room').toBe(200);
    expect((await begin('203.0.113.9')).status).toBe(200);
  });
});
