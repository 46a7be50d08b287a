import { quoted } from '../../../model/refusal.ts';
import type { ProvenIdentity } from '../account.ts';
import { isToldEmail } from '../told-email.ts';
import { ASSERTION, type ResponseExpectation } from './response.ts';
import { mismatch, SamlFault } from './saml-fault.ts';
import { allNamed, attributeOf, childrenNamed, childrenOf, textOf, type XmlElement } from './xml.ts';

/** The clocks of two machines differ. */
const TOLERANCE_MS = 60_000;
/** However long an identity provider calls an assertion valid: so that the ids of used ones need not be kept for ever. */
const LONGEST_LIFE_MS = 86_400_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export interface Validity {
  /** The id of the assertion, which is accepted only once. */
  readonly id: string;
  /** Milliseconds since 1970: from then on it is refused as expired. */
  readonly expires_at: number;
}

/**
 * Checks what a signed assertion says of itself: for whom it is, what it answers, and when it is valid. `request`: the id of the
 * request; `now`: milliseconds since 1970. Throws a SamlFault.
 */
export function checkAssertion(assertion: XmlElement, expected: ResponseExpectation, request: string, now: number): Validity {
  const id = attributeOf(assertion, 'ID') ?? '';
  const issued = time(assertion, 'IssueInstant');
  if (id === '' || attributeOf(assertion, 'Version') !== '2.0' || issued === undefined) {
    throw new SamlFault('not readable', 'the assertion has no ID, IssueInstant or Version 2.0');
  }
  const issuer = only(assertion, 'Issuer');
  if (issuer !== expected.issuer) throw mismatch('issuer', 'the issuer of the assertion', issuer, expected.issuer);
  refuseNotYet('IssueInstant', issued, now);
  const ends = [
    issued + LONGEST_LIFE_MS,
    checkConditions(assertion, expected.audience, now),
    checkSubject(assertion, expected.recipient, request, now),
  ];
  const expires_at = Math.min(...ends) + TOLERANCE_MS;
  if (now >= expires_at) throw new SamlFault('expired', 'the assertion was issued more than a day ago');
  return { id, expires_at };
}

/** The conditions that are checked, or that a server which makes no assertions of its own always meets. */
const understood: ReadonlySet<string> = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/** Until when the conditions hold. One that is not understood is not met (core of SAML 2.0, section 2.5.1). */
function checkConditions(assertion: XmlElement, audience: string, now: number): number {
  const [conditions, ...others] = childrenNamed(assertion, ASSERTION, 'Conditions');
  if (!conditions || others.length > 0) throw mismatch('audience', 'the list of conditions', undefined, 'there once');
  const odd = childrenOf(conditions).find((one) => one.namespaceURI !== ASSERTION || !understood.has(one.localName));
  if (odd) throw new SamlFault('conditions', `the condition ${JSON.stringify(quoted(odd.localName))} is not understood`);
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const audiences = restrictions.map((restriction) => childrenNamed(restriction, ASSERTION, 'Audience').map(textOf));
  const foreign = audiences.find((some) => !some.includes(audience));
  if (audiences.length === 0 || foreign) throw mismatch('audience', 'the audience', foreign?.join(', '), audience);
  return checkTimes('the conditions', conditions, now);
}

/** Until when the assertion may be delivered by whoever has it. One confirmation that fits is enough. */
function checkSubject(assertion: XmlElement, recipient: string, request: string, now: number): number {
  const subjects = childrenNamed(assertion, ASSERTION, 'Subject');
  const confirmations = subjects.flatMap((subject) => childrenNamed(subject, ASSERTION, 'SubjectConfirmation'));
  let fault = new SamlFault('subject', 'the subject has no bearer confirmation');
  for (const confirmation of confirmations.filter((one) => attributeOf(one, 'Method') === BEARER)) {
    try {
      return checkConfirmation(confirmation, recipient, request, now);
    } catch (cause) {
      if (!(cause instanceof SamlFault)) throw cause;
      fault = cause;
    }
  }
  throw fault;
}

function checkConfirmation(confirmation: XmlElement, recipient: string, request: string, now: number): number {
  const [data] = childrenNamed(confirmation, ASSERTION, 'SubjectConfirmationData');
  if (!data) throw new SamlFault('subject', 'the confirmation of the subject has no data');
  const to = attributeOf(data, 'Recipient');
  const answers = attributeOf(data, 'InResponseTo');
  if (to !== recipient) throw mismatch('recipient', 'Recipient', to, recipient);
  if (answers !== request) throw mismatch('request', 'InResponseTo of the subject', answers, 'the id of the request');
  const end = checkTimes('the confirmation of the subject', data, now);
  if (end === Number.POSITIVE_INFINITY) throw new SamlFault('subject', 'the confirmation of the subject has no NotOnOrAfter');
  return end;
}

/** `NotBefore` and `NotOnOrAfter` of an element, either of which may be missing. */
function checkTimes(what: string, element: XmlElement, now: number): number {
  refuseNotYet(`NotBefore of ${what}`, time(element, 'NotBefore') ?? now, now);
  const end = time(element, 'NotOnOrAfter') ?? Number.POSITIVE_INFINITY;
  if (now >= end + TOLERANCE_MS) {
    throw new SamlFault('expired', `NotOnOrAfter of ${what} was ${seconds(now - end)} ago; is the time of this machine right?`);
  }
  return end;
}

function refuseNotYet(what: string, from: number, now: number): void {
  if (now + TOLERANCE_MS >= from) return;
  throw new SamlFault('not yet valid', `${what} comes in ${seconds(from - now)}; is the time of this machine right?`);
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function time(element: XmlElement, name: string): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const ms = dateTime.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new SamlFault('not readable', `${name} is no time`);
  return ms;
}

/** The text of the only child with this name. */
function only(element: XmlElement, name: string): string | undefined {
  const found = childrenNamed(element, ASSERTION, name);
  return found.length === 1 ? textOf(found[0]!) : undefined;
}

const formats = { persistent: /:nameid-format:persistent$/, transient: /:nameid-format:transient$/ };

/** Names under which identity providers tell them: the short ones, then those that some use without being told (interface/auth 2.2). */
const emailNames = [
  'email',
  'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
];
const nameNames = ['displayName', 'name', 'http://schemas.microsoft.com/identity/claims/displayname'];

/** Reads the person from an assertion. `groupAttribute`: empty when none is read. Throws a SamlFault. */
export function identityOf(assertion: XmlElement, issuer: string, groupAttribute: string): ProvenIdentity {
  const [nameId, ...others] = childrenNamed(assertion, ASSERTION, 'Subject').flatMap((one) =>
    childrenNamed(one, ASSERTION, 'NameID'),
  );
  const named = nameId && others.length === 0 ? (textOf(nameId) ?? '') : '';
  const format = nameId ? (attributeOf(nameId, 'Format') ?? '') : '';
  const attributes = allNamed(assertion, ASSERTION, 'Attribute');
  const isOpaque = formats.persistent.test(format) || formats.transient.test(format);
  const email = [...(isOpaque ? [] : [named]), ...valuesOf(attributes, emailNames)].find(isToldEmail);
  if (email === undefined) throw new SamlFault('e-mail', 'neither NameID nor an attribute email or mail is an e-mail address');
  // A transient name is another one each time
  const subject = named === '' || formats.transient.test(format) ? email.toLowerCase() : named;
  const [name = ''] = valuesOf(attributes, nameNames);
  const groups =
    groupAttribute === '' || hasMoreGroups(attributes) ? undefined : [...new Set(valuesOf(attributes, [groupAttribute]))];
  return { provider: 'saml', issuer, subject, email, isVouched: true, name, groups };
}

/** Microsoft Entra ID sends this instead of the groups of a person who has more than 150. */
const hasMoreGroups = (attributes: readonly XmlElement[]): boolean =>
  attributes.some(
    (attribute) => attributeOf(attribute, 'Name')?.toLowerCase() === 'http://schemas.microsoft.com/claims/groups.link',
  );

/** The values of the attributes with these names, in the order of the names. An attribute may also have a friendly name. */
const valuesOf = (attributes: readonly XmlElement[], names: readonly string[]): string[] =>
  names.flatMap((name) =>
    attributes
      .filter((attribute) => attributeOf(attribute, 'Name') === name || attributeOf(attribute, 'FriendlyName') === name)
      .flatMap((attribute) => childrenNamed(attribute, ASSERTION, 'AttributeValue').map((value) => textOf(value) ?? ''))
      .filter((value) => value !== ''),
  );
