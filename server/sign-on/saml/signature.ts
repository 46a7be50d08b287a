import { X509Certificate } from 'node:crypto';
import { SamlFault } from './saml-fault.ts';
import { allNamed, attributeOf, childrenNamed, childrenOf, type XmlElement } from './xml.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** What was signed by the certificate of the identity provider. */
export interface SignatureScope {
  /** The whole response is; else its assertion. */
  readonly response: boolean;
  /** The one certificate with which each signature must verify, in PEM. */
  readonly certificate: string;
}

/**
 * Looks which elements are signed, and with what. Verifies nothing yet, but refuses every signature whose verification could say
 * something else than it seems: in another place, of another element, with an algorithm that is not on the list, or by a certificate
 * other than the one that server-config names.
 */
export function signaturesOf(response: XmlElement, assertion: XmlElement, fingerprint: string): SignatureScope {
  const all = allNamed(response, '*', 'Signature');
  const [ofResponse, ofAssertion] = [response, assertion].map((owner) => all.filter((one) => one.parentNode === owner));
  if (all.length === 0) throw new SamlFault('signature', 'nothing is signed');
  if (ofResponse!.length > 1 || ofAssertion!.length > 1) throw new SamlFault('signature', 'an element has several signatures');
  if (ofResponse!.length + ofAssertion!.length < all.length) {
    throw new SamlFault('signature', 'a signature is neither of the response nor of the assertion');
  }
  for (const signature of all) refuseOddSignature(signature);
  return {
    response: ofResponse!.length === 1,
    certificate: certificateOf(all, fingerprint),
  };
}

/** A signature has one reference, which is to its own element (SAML 2.0 core, section 5.4). */
function refuseOddSignature(signature: XmlElement): void {
  const owner = signature.parentNode as XmlElement;
  const [info, ...others] = childrenNamed(signature, DSIG, 'SignedInfo');
  if (signature.namespaceURI !== DSIG || !info || others.length > 0)
    throw new SamlFault('signature', 'a signature has no SignedInfo');
  const [reference, ...further] = childrenNamed(info, DSIG, 'Reference');
  if (!reference || further.length > 0) throw new SamlFault('signature', 'a signature must have one reference');
  const id = attributeOf(owner, 'ID') ?? '';
  if (!/^[A-Za-z_][\w.-]*$/.test(id) || attributeOf(reference, 'URI') !== `#${id}`) {
    throw new SamlFault('signature', 'a signature must refer to the element that it is in');
  }
  if (allNamed(signature, '*', 'Object').length > 0) throw new SamlFault('signature', 'a signature has an object in it');
  refuseOddAlgorithms(signature);
}

/** SHA-256 or better, and nothing that would hide comments or leave out content. */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']),
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']),
  Transform: new Set([
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ]),
};

function refuseOddAlgorithms(signature: XmlElement): void {
  for (const [name, allowed] of Object.entries(algorithms)) {
    for (const element of allNamed(signature, '*', name)) {
      const algorithm = attributeOf(element, 'Algorithm') ?? '';
      if (!allowed.has(algorithm))
        throw new SamlFault('algorithm', `${name} ${JSON.stringify(algorithm.slice(0, 100))} is not accepted`);
    }
  }
}

const MOST_CERTIFICATES = 10;

/** server-config names the certificate by its fingerprint only, so it must come with the document. */
function certificateOf(signatures: readonly XmlElement[], fingerprint: string): string {
  const sent = signatures.flatMap((signature) =>
    childrenNamed(signature, DSIG, 'KeyInfo').flatMap((info) => allNamed(info, DSIG, 'X509Certificate')),
  );
  const found = sent.slice(0, MOST_CERTIFICATES).flatMap(parsedCertificate);
  const trusted = found.find((certificate) => bytesOf(certificate.fingerprint256) === bytesOf(fingerprint));
  if (trusted) return trusted.toString();
  const fingerprints = found.map(({ fingerprint256 }) => fingerprint256).join(', ');
  throw new SamlFault(
    'certificate',
    found.length === 0
      ? 'no certificate comes with the signature'
      : `idp_cert_finger_print is that of none of the certificates that came: ${fingerprints}`,
  );
}

/** Hexadecimal digits of a fingerprint, however it is written. */
const bytesOf = (fingerprint: string): string => fingerprint.replace(/[:\s]/g, '').toLowerCase();

function parsedCertificate(element: XmlElement): X509Certificate[] {
  if (childrenOf(element).length > 0) return [];
  try {
    return [new X509Certificate(Buffer.from(element.textContent, 'base64'))];
  } catch {
    return [];
  }
}
