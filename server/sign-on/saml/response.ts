import { mismatch, SamlFault } from './saml-fault.ts';
import { type SignatureScope, signaturesOf } from './signature.ts';
import { allNamed, attributeOf, childrenNamed, readXml, textOf, type XmlElement } from './xml.ts';

/** What a response must fit. */
export interface ResponseExpectation {
  /** `idp_entity_id` */
  readonly issuer: string;
  /** `sp_entity_id` */
  readonly audience: string;
  /** `acs_url` */
  readonly recipient: string;
  /** `idp_cert_finger_print` */
  readonly fingerprint: string;
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A response that somebody sent, and of which nothing is proved yet. */
export interface ReadResponse {
  readonly xml: string;
  readonly root: XmlElement;
  /** `InResponseTo` of the response. The one that counts is in what is signed. */
  readonly inResponseTo: string | undefined;
}

/** Reads a document, raw or in base64. Throws a SamlFault. */
export function readResponse(sent: string): ReadResponse {
  const xml = decoded(sent);
  const root = readXml(xml);
  if (root.namespaceURI !== PROTOCOL || root.localName !== 'Response' || attributeOf(root, 'Version') !== '2.0') {
    throw new SamlFault('not readable', 'it is no response of SAML 2.0');
  }
  return { xml, root, inResponseTo: attributeOf(root, 'InResponseTo') };
}

function decoded(sent: string): string {
  const text = sent.trim();
  if (text.startsWith('<')) return text;
  if (!/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) throw new SamlFault('not readable', 'it is neither XML nor base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    throw new SamlFault('not readable', 'it is not UTF-8');
  }
}

/**
 * The assertion in a response, read from the very bytes that the identity provider signed, so that nothing around them counts.
 * `request`: the id of the request that it answers. Throws a SamlFault.
 */
export async function verifiedAssertion(
  response: ReadResponse,
  expected: ResponseExpectation,
  request: string,
): Promise<XmlElement> {
  const { root, xml, inResponseTo } = response;
  refuseStatus(root);
  const assertion = onlyAssertion(root);
  const signed = signaturesOf(root, assertion, expected.fingerprint);
  refuseAddress(root, expected, signed);
  if (inResponseTo !== request) throw mismatch('request', 'InResponseTo of the response', inResponseTo, 'the id of the request');
  const verified = readXml(await verify(xml, expected, signed));
  if (verified.namespaceURI !== ASSERTION || verified.localName !== 'Assertion') {
    throw new SamlFault('signature', 'what is signed is no assertion');
  }
  return verified;
}

function refuseStatus(root: XmlElement): void {
  const codes = childrenNamed(root, PROTOCOL, 'Status').flatMap((status) => childrenNamed(status, PROTOCOL, 'StatusCode'));
  const status = codes.length === 1 ? attributeOf(codes[0]!, 'Value') : undefined;
  if (status !== SUCCESS) throw mismatch('status', 'the status', status, SUCCESS);
}

/** One in the whole document, wherever somebody might put another one. */
function onlyAssertion(root: XmlElement): XmlElement {
  const encrypted = ['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData'];
  if (encrypted.some((name) => allNamed(root, '*', name).length > 0)) {
    throw new SamlFault('encrypted', 'encrypted assertions are not supported: turn encryption off at the identity provider');
  }
  const all = allNamed(root, '*', 'Assertion');
  const [assertion] = childrenNamed(root, ASSERTION, 'Assertion');
  if (!assertion || all.length !== 1) throw new SamlFault('assertions', `it has ${all.length} assertions and must have one`);
  return assertion;
}

/** A signed response must say where it goes (bindings of SAML 2.0, section 3.5.5.2). */
function refuseAddress(root: XmlElement, { issuer, recipient }: ResponseExpectation, { response }: SignatureScope): void {
  const destination = attributeOf(root, 'Destination');
  if (destination === undefined ? response : destination !== recipient) {
    throw mismatch('destination', 'Destination', destination, recipient);
  }
  const issuers = childrenNamed(root, ASSERTION, 'Issuer').map(textOf);
  if (issuers.some((one) => one !== issuer)) throw mismatch('issuer', 'the issuer of the response', issuers[0], issuer);
}

/** Returns the XML of the assertion, canonical, as it was signed. */
async function verify(xml: string, { audience, recipient }: ResponseExpectation, signed: SignatureScope): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  /** Verifies the signatures, and leaves what the assertion says to us: the library has its own clock, which no test can move. */
  class Verifier extends SAML {
    protected override async processValidlySignedAssertionAsync(assertion: string) {
      const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => assertion };
      return { profile, loggedOut: false };
    }
  }
  const verifier = new Verifier({
    idpCert: signed.certificate,
    issuer: audience,
    callbackUrl: recipient,
    wantAuthnResponseSigned: signed.response,
    // The signature of the response is also one of what is in it
    wantAssertionsSigned: !signed.response,
  });
  try {
    const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
    return profile!.getAssertionXml!();
  } catch {
    throw new SamlFault('signature', 'the signature does not fit what is signed');
  }
}
