import { createPublicKey, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Licence } from '../../model/resources/licence.ts';
import { Server } from '../../model/resources/server.ts';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import { issuer } from '../../test/kit/licences.ts';
import { MemoryDirectory, made } from '../../test/kit/memory-directory.ts';
import { createLicence, type ServerLicence } from './licence.ts';

const { publicKey, issue, signed } = issuer();
const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
const server = made(Server, { id: 'server', server_id: randomUUID() });

let clock: FakeClock;
let said: unknown[];
const log = { info: (fields: object, text: string) => void said.push([text, fields]) };
beforeEach(() => {
  clock = fakeClock();
  said = [];
});

const withKey = (publicKey: typeof key | null): ServerLicence =>
  createLicence({ directory: new MemoryDirectory([server]).directory, clock, log, publicKey });

/** A server on which this licence was installed once. */
function having(text: string): ServerLicence {
  const directory = new MemoryDirectory([server, made(Licence, { id: 'licence', text, found: 'valid' })]).directory;
  return createLicence({ directory, clock, log, publicKey: key });
}

test.each([
  ['without a key', null, issue(), 'no key is set: EASEL_LICENSE_PUBLIC_KEY'],
  ['of another form', key, 'a.b', 'it is not two parts in base64url with a full stop between them'],
  ['of another issuer', key, issuer().issue(), 'it was signed with another key, or changed since'],
  [
    'of another issuer, whose terms are wrong, too',
    key,
    issuer().signed('?'),
    'it was signed with another key, or changed since',
  ],
  ['with wrong terms', key, signed('{}'), 'edition parameter is missing'],
  ['for another server', key, issue({ server_id: randomUUID() }), 'it is for another server'],
  ['that has expired', key, issue({ valid_until: '2025-12-31' }), 'it has expired'],
])('the log says why a licence %s was refused', (_, key, text, reason) => {
  expect(() => withKey(key).accept(text)).toThrow(/^Invalid license$/);
  expect(said).toEqual([['a licence was refused', { reason }]]);
});

test('an installed licence that nobody can read any more is not valid', () => {
  const licence = having('what an older version took');
  expect(licence.refusal()?.message).toBe('License is not valid');
  expect(licence.present()).toMatchObject({ edition: '', is_valid: false, has_expired: false });
});

test('an installed licence for another server is not valid, and shows its terms', () => {
  const licence = having(issue({ server_id: randomUUID() }));
  expect(licence.refusal()?.message).toBe('License is not valid');
  expect(licence.present()).toMatchObject({ edition: 'Studio', is_valid: false });
});

test('the last day is over at midnight in UTC, on leap days, too', () => {
  const licence = having(issue({ valid_until: '2028-02-29' }));
  clock.setDate(Date.UTC(2028, 2, 1) - 1);
  expect(licence.refusal()).toBeUndefined();
  clock.setDate(Date.UTC(2028, 2, 1));
  expect(licence.refusal()?.message).toBe('License has expired');
});
