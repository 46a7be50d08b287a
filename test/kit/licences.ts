import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The terms that tests change. */
export const usualTerms = {
  edition: 'Studio',
  type: 'subscription',
  valid_until: '2026-12-31',
  max_clients: 12,
  seat_model: 'fixed_seats',
};

/** An issuer of licences in a test. */
export interface Issuer {
  /** The key as the setting takes it. */
  readonly publicKey: string;
  /** A licence with the usual terms, but for these. */
  issue(terms?: object): string;
  /** Signs any bytes in the place of the terms. */
  signed(payload: string | Buffer): string;
}

export function issuer(): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signed = (payload: string | Buffer): string => signedBy(privateKey, Buffer.from(payload as string));
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    issue: (terms) => signed(JSON.stringify({ ...usualTerms, ...terms })),
    signed,
  };
}

function signedBy(key: KeyObject, payload: Buffer): string {
  const first = payload.toString('base64url');
  return `${first}.${sign(null, Buffer.from(first, 'ascii'), key).toString('base64url')}`;
}
