import { expect } from 'vitest';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { configure } from './configure.ts';
import type { Answer, Easel } from './easel.ts';
import { fingerprint, IDP, SP, TARGET, type Told } from './identity-provider.ts';

const SITE = 'https://canvas.example';
export const ACS = `${SITE}/users/login/saml/callback`;

/** What an administrator sets, so that people sign in with the test's identity provider. */
export const samlOn = {
  external_url: SITE,
  'authentication.saml.enabled': true,
  'authentication.saml.idp_entity_id': IDP,
  'authentication.saml.idp_target_url': TARGET,
  'authentication.saml.idp_cert_finger_print': fingerprint,
  'authentication.saml.sp_entity_id': SP,
} as const;

export const enableSaml = (easel: Easel): Promise<void> => configure(easel, samlOn);

/** A response that fits, for somebody with this address. */
export const toldBy = (easel: Easel, email: string, other: Partial<Told> = {}): Told => ({
  acs: ACS,
  request: '_request1',
  now: easel.clock.now(),
  email,
  ...other,
});

export const postSaml = (easel: Easel, responseXml: string, body: object = {}): Promise<Answer> =>
  easel.anonymous.post('/users/login/saml', { inResponseTo: '_request1', responseXml, ...body });

/** The reason that the audit log has of a response that is refused; nothing else is written. */
export async function refusedSaml(easel: Easel, make: () => string, body: object = {}): Promise<unknown> {
  // One network may fail once in ten seconds for long
  easel.clock.advance(10_000);
  const before = easel.audit().length;
  const published = easel.published.length;
  expect(await postSaml(easel, make(), body)).toMatchObject({ status: 401, body: { msg: 'Invalid SAML response' } });
  const entries = easel.audit().slice(before);
  expect(entries).toMatchObject([{ action: 'Login failed', author_id: null, target_id: null }]);
  const changes = easel.published.slice(published).flatMap(({ changes }) => changes);
  // A job may write meanwhile when a session was used last; a sign-in would make one
  expect(changes.filter(({ before, after }) => before === undefined || after?.kind !== LoginSession)).toEqual([]);
  const { provider, reason } = JSON.parse(entries[0]!.details as string);
  expect(provider).toBe('saml');
  return reason;
}
