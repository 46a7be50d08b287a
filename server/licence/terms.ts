import { type KeyObject, sign, verify } from 'node:crypto';
import { initialValues, readCreate } from '../../model/field.ts';
import { Refusal } from '../../model/refusal.ts';
import { LICENCE_MAX, type LicenceTerms, licenceTerms } from '../../model/resources/licence.ts';

/** A text that is no licence; the message says why, for the issuer. */
export class WrongLicence extends Error {}

/** A licence, of which nobody has checked yet who signed it. */
export interface SignedTerms {
  /** Base64url of JSON. Its ASCII is what was signed. */
  readonly signed: string;
  readonly signature: Buffer;
}

const SIGNATURE_BYTES = 64;

/** Splits `<base64url JSON>.<base64url signature>`. Throws a WrongLicence. */
export function readSigned(text: string): SignedTerms {
  if (text.length > LICENCE_MAX) throw new WrongLicence(`it is longer than ${LICENCE_MAX} characters`);
  const [signed = '', sent, ...rest] = text.split('.');
  const signature = bytesOf(sent);
  if (rest.length > 0 || signed === '' || bytesOf(signed) === undefined || signature === undefined)
    throw new WrongLicence('it is not two parts in base64url with a full stop between them');
  if (signature.length !== SIGNATURE_BYTES) throw new WrongLicence(`its signature does not have ${SIGNATURE_BYTES} bytes`);
  return { signed, signature };
}

export const isSignedBy = ({ signed, signature }: SignedTerms, key: KeyObject): boolean =>
  verify(null, Buffer.from(signed, 'ascii'), key, signature);

/** Keys that it does not know are ignored, so that an issuer may add some. Throws a WrongLicence. */
export function termsOf({ signed }: SignedTerms): LicenceTerms {
  const payload = jsonObject(signed);
  if (payload === undefined) throw new WrongLicence('its first part is not the base64url of a JSON object');
  return readTerms(payload);
}

/** Throws a WrongLicence. */
export function readTerms(payload: Readonly<Record<string, unknown>>): LicenceTerms {
  const terms = { ...initialValues(licenceTerms), ...readFields(payload) };
  const isLifetime = terms.type === 'lifetime';
  if (isLifetime && terms.valid_until !== undefined) throw new WrongLicence('type is lifetime, but there is a valid_until');
  if (!isLifetime && terms.valid_until === undefined)
    throw new WrongLicence('valid_until is missing: only type lifetime has none');
  return terms;
}

export function issueLicence(terms: LicenceTerms, key: KeyObject): string {
  const signed = encoded(terms);
  return `${signed}.${sign(null, Buffer.from(signed, 'ascii'), key).toString('base64url')}`;
}

/** For whom a licence is asked, and when. */
export interface LicenceRequest {
  readonly server_id: string;
  /** What the administrator added, such as the number of an order. */
  readonly key: string;
  readonly created_at: string;
}

export const requestText = (request: LicenceRequest): string => encoded(request);

/** Undefined: it is no request. */
export function readRequest(text: string): LicenceRequest | undefined {
  const { server_id, key, created_at } = (text.length <= LICENCE_MAX && jsonObject(text)) || {};
  if (typeof server_id !== 'string' || typeof key !== 'string' || typeof created_at !== 'string') return undefined;
  return { server_id, key, created_at };
}

const dayMs = 24 * 3600 * 1000;

/** The first moment at which a licence with this last day is not valid any more. */
export const endOf = (lastDay: string): number => Date.parse(`${lastDay}T00:00:00.000Z`) + dayMs;

function readFields(payload: Readonly<Record<string, unknown>>): Partial<LicenceTerms> {
  try {
    return readCreate(licenceTerms, payload);
  } catch (cause) {
    throw cause instanceof Refusal ? new WrongLicence(cause.message) : cause;
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Undefined: no base64url, or another spelling of these bytes than the usual one. */
function bytesOf(text = ''): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(text)));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
