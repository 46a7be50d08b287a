import { beforeAll, describe, expect, test } from 'vitest';
import { configure } from '../kit/configure.ts';
import { type Answer, useEasel } from '../kit/easel.ts';
import {
  assertionXml,
  fingerprint,
  responseXml,
  type Signing,
  signed,
  signedResponse,
  type Told,
} from '../kit/identity-provider.ts';
import { enableSaml, postSaml, refusedSaml, samlOn, toldBy } from '../kit/saml.ts';

const logged: object[] = [];
const easel = useEasel({ people: ['kim'], info: (fields, text) => logged.push({ ...fields, text }) });
const { kim } = easel.people;
beforeAll(() => enableSaml(easel));

const told = (other: Partial<Told> = {}) => toldBy(easel, kim.email, other);
const post = (xml: string, body?: object): Promise<Answer> => postSaml(easel, xml, body);
const refusal = (xml: () => string, body?: object) => refusedSaml(easel, xml, body);
/** Signs in somebody whom the identity provider tells so. */
const signOn = (other: Partial<Told> = {}, signing?: Signing) => post(signedResponse(told(other), signing));

describe('the request', () => {
  test('is refused first because SAML is off, whatever the body, and also when half of it is set', async () => {
    await configure(easel, { 'authentication.saml.enabled': false });
    const off = { status: 403, body: { msg: 'Sign-in using SAML is not enabled' } };
    expect(await easel.unchanged(() => easel.anonymous.post('/users/login/saml'))).toMatchObject(off);
    expect(await easel.unchanged(() => easel.anonymous.post('/users/login/saml', 'no json'))).toMatchObject(off);
    for (const path of ['idp_entity_id', 'idp_cert_finger_print', 'idp_target_url'] as const) {
      await configure(easel, { ...samlOn, [`authentication.saml.${path}`]: '' });
      expect(await easel.unchanged(() => signOn())).toMatchObject(off);
    }
    await configure(easel, { ...samlOn, 'authentication.saml.idp_target_url': 'javascript:alert(1)' });
    expect(await easel.unchanged(() => signOn())).toMatchObject(off);
    await enableSaml(easel);
  });

  test('needs a server with an address', async () => {
    await configure(easel, { external_url: '' });
    const msg = 'The server does not know its own address: an administrator has to set external_url';
    expect(await easel.unchanged(() => signOn())).toMatchObject({ status: 409, body: { msg } });
    await enableSaml(easel);
  });

  test('must have both parameters, as texts', async () => {
    const refused = async (body: unknown) => {
      const { status, body: answer } = await easel.unchanged(() => easel.anonymous.post('/users/login/saml', body));
      return [status, answer.msg];
    };
    expect(await refused({})).toEqual([400, 'inResponseTo parameter is missing']);
    expect(await refused({ inResponseTo: '', responseXml: 'x' })).toEqual([400, 'inResponseTo parameter is missing']);
    expect(await refused({ inResponseTo: '_1' })).toEqual([400, 'responseXml parameter is missing']);
    expect(await refused({ inResponseTo: 1, responseXml: 'x' })).toEqual([400, 'inResponseTo must be a string']);
    expect(await refused({ inResponseTo: '_1', responseXml: 'x', remember: 'yes' })).toEqual([400, 'remember must be a boolean']);
    expect(await refused('no json')).toEqual([400, expect.stringMatching(/^Invalid JSON/)]);
    expect((await easel.unchanged(() => post('x'.repeat(140_000)))).status).toBe(413);
  });
});

describe('a response that fits', () => {
  test.each(['Assertion', 'Response'] as const)('signs in when its %s is signed, raw or in base64', async (name) => {
    const xml = () => signed(responseXml(told()), name);
    const { status, body, headers } = await post(xml());
    expect([status, Object.keys(body), body.user.id]).toEqual([200, ['token', 'user'], kim.id]);
    expect(headers['set-cookie']).toBeUndefined();
    expect((await easel.as(body.token).get('/users')).status).toBe(200);
    expect((await post(Buffer.from(xml()).toString('base64'))).status).toBe(200);
    const lines = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml()}`).toString('base64').replace(/.{76}/g, '$&\r\n');
    expect((await post(lines)).status).toBe(200);
  });

  test('signs in when both are signed, with SHA-512, with plain canonical XML, and without an issuer of the response', async () => {
    expect((await post(signed(signed(responseXml(told()), 'Assertion'), 'Response'))).status).toBe(200);
    const long = {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    };
    expect((await signOn({}, long)).status).toBe(200);
    expect((await signOn({}, { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' })).status).toBe(200);
    expect((await signOn({ responseIssuer: null, destination: null })).status).toBe(200);
  });

  test('is written down like any sign-in, and gives a token for 24 hours or 14 days', async () => {
    const before = easel.audit().length;
    const { body } = await signOn();
    expect(easel.audit().slice(before)).toMatchObject([{ action: 'Login', author_id: kim.id, target_id: String(kim.id) }]);
    expect((await easel.admin.get(`/users/${kim.id}`)).body.last_login).toBe(new Date(easel.clock.now()).toISOString());
    const long = (await post(signedResponse(told()), { remember: true })).body.token;
    easel.clock.advance(24 * 3_600_000);
    expect((await easel.as(body.token).get('/users')).status).toBe(401);
    expect((await easel.as(long).get('/users')).status).toBe(200);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  });

  test('may have its elements without prefixes, and line breaks as references, as some providers write them', async () => {
    const bare = (xml: string) => xml.replaceAll('saml:', '').replaceAll('xmlns:saml=', 'xmlns=');
    const whole = signed(responseXml(told(), bare(assertionXml(told()))), 'Assertion', { prefix: '' });
    expect(whole).toContain('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">');
    const broken = whole.replace(/(<SignatureValue>.{76})/, '$1&#13;\n').replace(/(<X509Certificate>.{64})/, '$1&#xD;\r\n');
    expect((await post(broken)).status).toBe(200);
  });

  test('has the fingerprint in any spelling', async () => {
    await configure(easel, { 'authentication.saml.idp_cert_finger_print': fingerprint.replaceAll(':', '').toLowerCase() });
    expect((await signOn()).status).toBe(200);
    await enableSaml(easel);
  });

  test('may be a minute off in its times', async () => {
    expect((await signOn({ conditions: [59, 300], confirmation: [59, 300], issuedAgo: -59 })).status).toBe(200);
    expect((await signOn({ conditions: [-300, -59], confirmation: [undefined, -59] })).status).toBe(200);
  });

  test('may have several confirmations, of which one fits', async () => {
    const other = assertionXml(told({ recipient: 'https://else.example' })).match(
      /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/,
    )![0];
    const assertion = assertionXml(told()).replace('<saml:SubjectConfirmation ', `${other}<saml:SubjectConfirmation `);
    expect((await post(signed(responseXml(told(), assertion), 'Assertion'))).status).toBe(200);
  });
});

describe('a response is refused as', () => {
  const cases: Readonly<Record<string, [reason: string, Partial<Told>]>> = {
    'that of another issuer': ['issuer', { issuer: 'https://evil.example' }],
    'sent by another issuer': ['issuer', { responseIssuer: 'https://evil.example' }],
    'meant for another audience': ['audience', { audience: 'https://other.example' }],
    'meant for no audience': ['audience', { audience: null }],
    'for another recipient': ['recipient', { recipient: 'https://other.example/acs' }],
    'for no recipient': ['recipient', { recipient: null }],
    'sent to another destination': ['destination', { destination: 'https://other.example/acs' }],
    'the answer to another request': ['request', { responseInResponseTo: '_request2' }],
    'the answer to no request': ['request', { responseInResponseTo: null }],
    'an assertion for another request': ['request', { subjectInResponseTo: '_request2' }],
    'an assertion for no request': ['request', { subjectInResponseTo: null }],
    'a failure of the provider': ['status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
    'not yet valid': ['not yet valid', { conditions: [61, 300] }],
    'issued in the future': ['not yet valid', { issuedAgo: -61 }],
    'not yet to be delivered': ['not yet valid', { confirmation: [61, 300] }],
    expired: ['expired', { conditions: [-300, -60] }],
    'delivered too late': ['expired', { confirmation: [undefined, -60] }],
    'valid for ever': ['subject', { confirmation: [undefined, undefined] }],
    'issued days ago, whatever it says of its validity': [
      'expired',
      { issuedAgo: 90_000, conditions: [0, 1e6], confirmation: [undefined, 1e6] },
    ],
    'not confirmed for its bearer': ['subject', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
    'of nobody with an e-mail address': ['e-mail', { nameId: 'kim' }],
    'of an address with a line break': ['e-mail', { nameId: 'kim&#10;@corp.example' }],
    'of a name with elements in it': ['e-mail', { nameId: `${'kim@corp.example'}<b xmlns=""/>.evil.example` }],
  };

  test.each(Object.entries(cases))('%s', async (_, [reason, values]) => {
    expect(await refusal(() => signedResponse(told(values)))).toBe(reason);
  });

  test('meant under a condition that this server does not know', async () => {
    const under = (condition: string) =>
      signed(
        responseXml(told(), assertionXml(told()).replace('</saml:Conditions>', `${condition}</saml:Conditions>`)),
        'Assertion',
      );
    expect(await refusal(() => under('<saml:Condition xmlns:x="urn:x" Hours="9-17"/>'))).toBe('conditions');
    expect(await refusal(() => under('<x:OneTimeUse xmlns:x="urn:x"/>'))).toBe('conditions');
    expect((await post(under('<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>'))).status).toBe(200);
  });

  test('without a destination, when the response itself is signed', async () => {
    expect(await refusal(() => signed(responseXml(told({ destination: null })), 'Response'))).toBe('destination');
  });

  test('the answer to another request than the caller says', async () => {
    expect(await refusal(() => signedResponse(told()), { inResponseTo: '_another' })).toBe('request');
  });

  test('what the log of the server says, without the document', async () => {
    logged.length = 0;
    const long = 'x'.repeat(300);
    expect(await refusal(() => signedResponse(told({ audience: `other ${long}` })))).toBe('audience');
    const lines = logged.filter((line) => 'reason' in line);
    expect(lines).toEqual([
      {
        reason: 'audience',
        found: `the audience is "other ${long.slice(0, 94)}" and must be canvus`,
        ip: '127.0.0.1',
        text: 'a SAML response is refused',
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain('<saml');
  });

  test('used before, also after a restart, until it has expired', async () => {
    const xml = signedResponse(told());
    expect((await post(xml)).status).toBe(200);
    expect(await refusal(() => xml)).toBe('replayed');
    await easel.restart();
    expect(await refusal(() => xml)).toBe('replayed');
    // The same assertion in another response
    const again = signed(responseXml(told(), assertionXml(told({ assertionId: '_twice' }))), 'Assertion');
    expect((await post(again)).status).toBe(200);
    expect(await refusal(() => again.replace(/ID="_response\d+"/, 'ID="_other"'))).toBe('replayed');
    easel.clock.advance(360_000 - 4 * 10_000 - 1);
    expect(await refusal(() => xml)).toBe('replayed');
    expect(await refusal(() => xml)).toBe('expired');
  });

  test('used at the same time: one of many succeeds', async () => {
    const xml = signedResponse(told());
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await post(xml)).status));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
  });
});
