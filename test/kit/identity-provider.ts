import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** A key with its certificate. */
export interface Signer {
  readonly key: string;
  readonly certificate: string;
}

const ourSigner: Signer = { key: file('../http/test-key.pem'), certificate: file('../http/test-cert.pem') };
/** A signer whom nobody knows. */
export const stranger: Signer = { key: file('./stranger-key.pem'), certificate: file('./stranger-cert.pem') };

export const IDP = 'https://idp.example/metadata';
export const TARGET = 'https://idp.example/sso?tenant=7';
export const SP = 'canvus';
export const fingerprint = new X509Certificate(ourSigner.certificate).fingerprint256;

/** What a response says. Every value can be made wrong; null leaves it out. */
export interface Told {
  readonly acs: string;
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly email: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly assertionId?: string;
  readonly responseId?: string;
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly issuer?: string;
  readonly responseIssuer?: string | null;
  readonly audience?: string | null;
  readonly recipient?: string | null;
  readonly destination?: string | null;
  readonly responseInResponseTo?: string | null;
  readonly subjectInResponseTo?: string | null;
  readonly status?: string;
  /** Before and after `now`, in seconds. */
  readonly conditions?: readonly [from: number, to: number];
  readonly confirmation?: readonly [from: number | undefined, to: number | undefined];
  readonly issuedAgo?: number;
  readonly method?: string;
}

let made = 0;
const instant = (ms: number): string => new Date(ms).toISOString();
const optional = (name: string, value: string | null | undefined): string => (value == null ? '' : ` ${name}="${value}"`);

/** The assertion of a response, not signed. */
export function assertionXml(told: Told): string {
  const { now, acs, request, email, attributes = {}, conditions = [0, 300], confirmation = [undefined, 300] } = told;
  const {
    recipient = acs,
    subjectInResponseTo = request,
    audience = SP,
    method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  } = told;
  const id = told.assertionId ?? `_assertion${++made}`;
  const format = told.nameIdFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  const [notBefore, notOnOrAfter] = confirmation.map((seconds) =>
    seconds === undefined ? undefined : instant(now + seconds * 1000),
  );
  const values = Object.entries(attributes).map(([name, some]) => {
    const inside = [some].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${inside.join('')}</saml:Attribute>`;
  });
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${instant(now - (told.issuedAgo ?? 0) * 1000)}">`,
    `<saml:Issuer>${told.issuer ?? IDP}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${told.nameId ?? email}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData${optional('InResponseTo', subjectInResponseTo)}`,
    `${optional('Recipient', recipient)}${optional('NotBefore', notBefore)}${optional('NotOnOrAfter', notOnOrAfter)}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${instant(now + conditions[0] * 1000)}" NotOnOrAfter="${instant(now + conditions[1] * 1000)}">`,
    audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${instant(now)}"><saml:AuthnContext/></saml:AuthnStatement>`,
    values.length === 0 ? '' : `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

/** A response around an assertion, not signed. */
export function responseXml(told: Told, assertion = assertionXml(told)): string {
  const { acs, request, now, destination = acs, responseInResponseTo = request, responseIssuer = IDP } = told;
  const status = told.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${told.responseId ?? `_response${++made}`}" Version="2.0" `,
    `IssueInstant="${instant(now)}"${optional('Destination', destination)}${optional('InResponseTo', responseInResponseTo)}>`,
    responseIssuer === null
      ? ''
      : `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${responseIssuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    `${assertion}</samlp:Response>`,
  ].join('');
}

export interface Signing {
  readonly signer?: Signer;
  readonly signature?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly withoutCertificate?: boolean;
  /** The namespace prefix of the signature's elements. */
  readonly prefix?: string;
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs the element with this local name. */
export function signed(xml: string, name: 'Response' | 'Assertion', options: Signing = {}): string {
  const { signer = ourSigner, canonicalization = EXCLUSIVE } = options;
  const signing = new SignedXml({
    privateKey: signer.key,
    ...(!options.withoutCertificate && { publicCert: signer.certificate }),
    signatureAlgorithm: options.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: canonicalization as typeof EXCLUSIVE,
  });
  const path = name === 'Response' ? '/*' : '/*/*[local-name(.)="Assertion"]';
  signing.addReference({
    xpath: path,
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalization],
  });
  signing.computeSignature(xml, {
    prefix: options.prefix ?? 'ds',
    location: { reference: `${path}/*[local-name(.)="Issuer"]`, action: 'after' },
  });
  return signing.getSignedXml();
}

/** A response with a signed assertion, as most identity providers send it. */
export const signedResponse = (told: Told, options?: Signing): string => signed(responseXml(told), 'Assertion', options);

/** The request with which a browser comes to the identity provider. */
export function requestIn(location: string): { readonly xml: string; readonly id: string; readonly url: URL } {
  const url = new URL(location);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
  return { xml, id: / ID="([^"]+)"/.exec(xml)![1]!, url };
}
