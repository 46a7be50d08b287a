import { beforeAll, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { assertionXml, responseXml, signed, signedResponse, stranger, type Told } from '../kit/identity-provider.ts';
import { enableSaml, refusedSaml, toldBy } from '../kit/saml.ts';

const easel = useEasel({ people: ['kim'] });
const { kim } = easel.people;
beforeAll(() => enableSaml(easel));

const told = (other: Partial<Told> = {}) => toldBy(easel, kim.email, other);
const refusal = (make: () => string) => refusedSaml(easel, make);

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
    expect(await refusal(make)).toBe(reason);
  });

  test('signed in its response, with one assertion more or another one', async () => {
    const whole = () => signed(responseXml(told()), 'Response');
    expect(await refusal(() => inside(whole(), assertionXml(toldBy(easel, evil)), '</samlp:Response>'))).toBe('assertions');
    expect(await refusal(() => whole().replaceAll(kim.email, evil))).toBe('signature');
    expect(await refusal(() => whole().replace('status:Success"', 'status:Success" X="1"'))).toBe('signature');
    // A response whose own signature is broken is not saved by the assertion in it
    const both = signed(signed(responseXml(told()), 'Assertion'), 'Response');
    expect(
      await refusal(() =>
        both.replace(/Version="2.0" IssueInstant="[^"]*"/, 'Version="2.0" IssueInstant="2020-01-01T00:00:00Z"'),
      ),
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
    expect(await refusal(make)).toBe(reason);
  });
});
