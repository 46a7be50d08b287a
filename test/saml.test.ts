import { beforeAll, describe, expect, test } from 'vitest';
import { configure } from './kit/configure.ts';
import { type Answer, useEasel } from './kit/easel.ts';
import {
  assertionXml,
  fingerprint,
  responseXml,
  type Signing,
  signed,
  signedResponse,
  stranger,
  type Told,
} from './kit/identity-provider.ts';
import { enableSaml, samlOn, toldBy } from './kit/saml.ts';

const easel = useEasel({ people: ['kim'] });
const { kim } = easel.people;
beforeAll(() => enableSaml(easel));

const told = (other: Partial<Told> = {}) => toldBy(easel, kim.email, other);
const post = (responseXml: string, body: object = {}): Promise<Answer> =>
  easel.anonymous.post('/users/login/saml', { inResponseTo: '_request1', responseXml, ...body });
/** Signs in somebody whom the identity provider tells so. */
const signOn = (other: Partial<Told> = {}, signing?: Signing) => post(signedResponse(told(other), signing));
const told401 = { status: 401, body: { msg: 'Invalid SAML response' } };

/** The reason that the audit log has of a response that is refused; nothing else is written. */
async function refusal(xml: string, body: object = {}): Promise<unknown> {
  const before = easel.audit().length;
  const published = easel.published.length;
  expect(await post(xml, body)).toMatchObject(told401);
  const entries = easel.audit().slice(before);
  expect(entries).toMatchObject([{ action: 'Login failed', author_id: null, target_id: null }]);
  expect(easel.published.slice(published).flatMap(({ changes }) => changes)).toEqual([]);
  const { provider, reason } = JSON.parse(entries[0]!.details as string);
  expect(provider).toBe('saml');
  return reason;
}

/** Failures are written ten a second at most. */
const nextSecond = () => easel.clock.advance(1000);

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
    const msg = 'SAML needs an external_url in server-config: the address to which identity providers send browsers back';
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
    nextSecond();
    expect(await refusal(signedResponse(told(values)))).toBe(reason);
  });

  test('without a destination, when the response itself is signed', async () => {
    nextSecond();
    expect(await refusal(signed(responseXml(told({ destination: null })), 'Response'))).toBe('destination');
  });

  test('the answer to another request than the caller says', async () => {
    expect(await refusal(signedResponse(told()), { inResponseTo: '_another' })).toBe('request');
  });

  test('used before, also after a restart, until it has expired', async () => {
    const xml = signedResponse(told());
    expect((await post(xml)).status).toBe(200);
    nextSecond();
    expect(await refusal(xml)).toBe('replayed');
    await easel.restart();
    expect(await refusal(xml)).toBe('replayed');
    // The same assertion in another response
    const again = signed(responseXml(told(), assertionXml(told({ assertionId: '_twice' }))), 'Assertion');
    expect((await post(again)).status).toBe(200);
    expect(await refusal(again.replace(/ID="_response\d+"/, 'ID="_other"'))).toBe('replayed');
    easel.clock.advance(358_000);
    expect(await refusal(xml)).toBe('replayed');
    easel.clock.advance(1000);
    expect(await refusal(xml)).toBe('expired');
  });

  test('used at the same time: one of many succeeds', async () => {
    nextSecond();
    const xml = signedResponse(told());
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await post(xml)).status));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
  });
});

describe('a forged response is refused:', () => {
  const evil = 'admin@corp.example';
  /** A response with a valid assertion, and a forged one of somebody else. */
  const parts = () => {
    const xml = signedResponse(told({ responseId: '_response', assertionId: '_signed' }));
    const [assertion] = xml.match(/<saml:Assertion.*<\/saml:Assertion>/)!;
    const [signature] = assertion!.match(/<ds:Signature.*<\/ds:Signature>/)!;
    const unsigned = assertion!.replace(signature!, '');
    const forged = (id: string) => assertionXml(toldBy(easel, evil, { assertionId: id }));
    return { xml, assertion: assertion!, signature: signature!, unsigned, forged };
  };
  const inside = (outer: string, inner: string, before: string) => outer.replace(before, `${inner}${before}`);

  const forgeries: Readonly<Record<string, [reason: string, () => string]>> = {
    'nothing is signed': ['signature', () => responseXml(told())],
    'by the key of a stranger': ['certificate', () => signedResponse(told(), { signer: stranger })],
    'by the key of a stranger with our certificate': [
      'signature',
      () => {
        const ours = signedResponse(told()).match(/<ds:X509Certificate>[^<]*/)![0];
        return signedResponse(told(), { signer: stranger }).replace(/<ds:X509Certificate>[^<]*/, ours);
      },
    ],
    'without a certificate': ['certificate', () => signedResponse(told(), { withoutCertificate: true })],
    'with a value that was changed': ['signature', () => parts().xml.replaceAll(kim.email, evil)],
    'with a signature whose value was changed': [
      'signature',
      () => parts().xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
    ],
    'with SHA-1': ['algorithm', () => signedResponse(told(), { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    'with a digest by SHA-1': ['algorithm', () => signedResponse(told(), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
    'with canonical XML that keeps comments': [
      'algorithm',
      () => signedResponse(told(), { canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }),
    ],
    'with a key that is a password': [
      'algorithm',
      () =>
        parts().xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    ],
    'wrapped: the signed assertion behind a forged one': [
      'assertions',
      () => inside(parts().xml, parts().forged('_evil'), '<saml:Assertion'),
    ],
    'wrapped: the forged assertion with the id of the signed one': [
      'assertions',
      () => inside(parts().xml, parts().forged('_signed'), '<saml:Assertion'),
    ],
    'wrapped: the signed assertion in the forged one': [
      'assertions',
      () => {
        const { xml, assertion, forged } = parts();
        return xml.replace(assertion, inside(forged('_evil'), assertion, '</saml:Assertion>'));
      },
    ],
    'wrapped: the signed assertion in an extension': [
      'assertions',
      () => {
        const { xml, assertion, forged } = parts();
        const extension = `<samlp:Extensions>${assertion}</samlp:Extensions>`;
        return xml.replace(assertion, forged('_evil')).replace('<samlp:Status>', `${extension}<samlp:Status>`);
      },
    ],
    'wrapped: the signed assertion in the signature of the forged one': [
      'assertions',
      () => {
        const { xml, assertion, signature, unsigned, forged } = parts();
        const holding = inside(signature, `<ds:Object>${unsigned}</ds:Object>`, '</ds:Signature>');
        return xml.replace(assertion, inside(forged('_evil'), holding, '<saml:Subject>'));
      },
    ],
    'wrapped: the signature taken to a forged assertion': [
      'signature',
      () => {
        const { xml, assertion, signature, forged } = parts();
        return xml.replace(assertion, inside(forged('_evil'), signature, '<saml:Subject>'));
      },
    ],
    'wrapped: the signature taken to a forged assertion of the same id': [
      'signature',
      () => {
        const { xml, assertion, signature, forged } = parts();
        return xml.replace(assertion, inside(forged('_signed'), signature, '<saml:Subject>'));
      },
    ],
    'wrapped: the signature of the assertion stands in the response': [
      'signature',
      () => {
        const { xml, signature, assertion, forged } = parts();
        return xml.replace(assertion, forged('_signed')).replace('<samlp:Status>', `${signature}<samlp:Status>`);
      },
    ],
    'wrapped: the signed response in a forged one': [
      'assertions',
      () => {
        const whole = signed(responseXml(told()), 'Response');
        const forged = responseXml(told(), assertionXml(toldBy(easel, evil)));
        return inside(forged, `<samlp:Extensions>${whole}</samlp:Extensions>`, '<samlp:Status>');
      },
    ],
    'wrapped: a forged response around the signed one, in its signature': [
      'assertions',
      () => {
        const whole = signed(responseXml(told({ responseId: '_whole' })), 'Response');
        const signature = whole.match(/<ds:Signature.*<\/ds:Signature>/)![0];
        const holding = inside(signature, `<ds:Object>${whole.replace(signature, '')}</ds:Object>`, '</ds:Signature>');
        const forged = responseXml(told({ responseId: '_evil' }), assertionXml(toldBy(easel, evil)));
        return inside(forged, holding, '<samlp:Status>');
      },
    ],
    'an object in the signature': ['signature', () => inside(parts().xml, '<ds:Object>x</ds:Object>', '</ds:Signature>')],
    'two signatures of one assertion': ['signature', () => inside(parts().xml, parts().signature, '<ds:Signature ')],
    'two subjects of one reference': [
      'signature',
      () => {
        const { xml } = parts();
        const [reference] = xml.match(/<ds:Reference.*<\/ds:Reference>/)!;
        return inside(xml, reference!, '</ds:SignedInfo>');
      },
    ],
    'a second SignedInfo': [
      'signature',
      () => {
        const { xml } = parts();
        const [info] = xml.match(/<ds:SignedInfo.*<\/ds:SignedInfo>/)!;
        return inside(xml, info!, '<ds:SignatureValue>');
      },
    ],
    'a reference to the whole document': ['signature', () => parts().xml.replace('URI="#_signed"', 'URI=""')],
    'an id that is an expression': [
      'signature',
      () => parts().xml.replaceAll('_signed', "x' or '1'='1").replaceAll('&apos;', "'"),
    ],
    'two assertions, both signed': [
      'assertions',
      () => {
        const other = signedResponse(told()).match(/<saml:Assertion.*<\/saml:Assertion>/)![0];
        return inside(parts().xml, other, '</samlp:Response>');
      },
    ],
    'an encrypted assertion': [
      'encrypted',
      () =>
        parts().xml.replace(
          /<saml:Assertion.*<\/saml:Assertion>/,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
        ),
    ],
  };

  test.each(Object.entries(forgeries))('%s', async (_, [reason, make]) => {
    nextSecond();
    expect(await refusal(make())).toBe(reason);
  });

  test('signed in its response, with one assertion more or another one', async () => {
    nextSecond();
    const whole = () => signed(responseXml(told()), 'Response');
    expect(await refusal(inside(whole(), assertionXml(toldBy(easel, evil)), '</samlp:Response>'))).toBe('assertions');
    expect(await refusal(whole().replaceAll(kim.email, evil))).toBe('signature');
    expect(await refusal(whole().replace('status:Success"', 'status:Success" X="1"'))).toBe('signature');
    // A response whose own signature is broken is not saved by the assertion in it
    const both = signed(signed(responseXml(told()), 'Assertion'), 'Response');
    expect(
      await refusal(both.replace(/Version="2.0" IssueInstant="[^"]*"/, 'Version="2.0" IssueInstant="2020-01-01T00:00:00Z"')),
    ).toBe('signature');
  });
});

describe('a document is refused before a parser sees it:', () => {
  const whole = () => signedResponse(told());
  const laughs = [
    '<!DOCTYPE r [<!ENTITY a "ha">',
    ...'bcdefgh'.split('').map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`),
    ']>',
  ];
  const documents: Readonly<Record<string, [reason: string, () => string]>> = {
    'a document type': ['not readable', () => `<!DOCTYPE r SYSTEM "http://evil.example/r.dtd">${whole()}`],
    'an entity that reads a file': [
      'not readable',
      () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${whole().replace(kim.email, '&x;')}`,
    ],
    'entities of entities': ['not readable', () => laughs.join('') + whole().replace(kim.email, '&h;')],
    'an entity without a definition': ['not readable', () => whole().replace('canvus', 'canv&us;')],
    'a comment that cuts an address': ['not readable', () => whole().replace('@corp', '<!-- x -->@corp')],
    'a comment in an address that was signed': [
      'not readable',
      () => signedResponse(told({ nameId: 'admin@corp.example<!---->.evil.example' })),
    ],
    CDATA: ['not readable', () => whole().replace(kim.email, `<![CDATA[${kim.email}]]>`)],
    'a processing instruction': ['not readable', () => whole().replace('<samlp:Status>', '<?evil x?><samlp:Status>')],
    'a NUL': ['not readable', () => whole().replace('@corp', '\u0000@corp')],
    'a reference to a NUL': ['not readable', () => whole().replace('@corp', '&#0;@corp')],
    'an attribute without quotes': ['not readable', () => whole().replace('<samlp:Status>', '<samlp:Status x=y>')],
    'a tag that is not closed': ['not readable', () => whole().replace('</samlp:Response>', '')],
    'two roots': ['not readable', () => `${whole()}${whole()}`],
    'another message': [
      'not readable',
      () => '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"/>',
    ],
    'no SAML': ['not readable', () => '<html/>'],
    rubbish: ['not readable', () => '%%% no document %%%'],
    'rubbish in base64': ['not readable', () => Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('base64')],
    'too long a document': ['too large', () => whole().replace('<samlp:Status>', `<samlp:Status>${' '.repeat(70_000)}`)],
    'too deep a document': [
      'not readable',
      () => whole().replace('<samlp:Status>', `${'<a>'.repeat(30)}${'</a>'.repeat(30)}<samlp:Status>`),
    ],
    'too many elements': ['not readable', () => whole().replace('<samlp:Status>', `${'<a/>'.repeat(1100)}<samlp:Status>`)],
    'too many attributes': [
      'not readable',
      () => whole().replace('<samlp:Status>', `<samlp:Status ${Array.from({ length: 40 }, (_, at) => `a${at}=">"`).join(' ')}>`),
    ],
  };

  test.each(Object.entries(documents))('%s', async (_, [reason, make]) => {
    nextSecond();
    expect(await refusal(make())).toBe(reason);
  });
});
