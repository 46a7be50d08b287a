import type { Type } from '../../field.ts';
import { type JsonSchema, Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { Text } from '../../types.ts';
import { isPrivateWay, ownAddressFault, webAddress } from '../../web-address.ts';
import { EmailAddress } from '../accounts/email-address.ts';

/** A text of some form. `fault`: what is wrong with one, as the rest of a sentence that begins with its key. */
function formed(schema: JsonSchema, max: number, fault: (text: string) => string | undefined): Type<string> {
  const text = Text({ max });
  return {
    schema,
    accepts: schema,
    read(value, key) {
      const read = text.read(value, key, undefined);
      const wrong = fault(read);
      if (wrong !== undefined) throw refuse.invalid(`${key} ${wrong}`);
      return read;
    },
  };
}

/** The same, or `""`. */
const optional = (schema: JsonSchema, max: number, fault: (text: string) => string | undefined): Type<string> =>
  formed(Schema.Union([schema, Schema.Literal('')]), max, (text) => (text === '' ? undefined : fault(text)));

const uri = Schema.String({ format: 'uri' });
const ADDRESS_MAX = 2048;

/** The address of this server, or none. */
export const OwnAddress = optional(uri, ADDRESS_MAX, ownAddressFault);

/** An absolute http or https address, or none. */
export const WebAddress = optional(uri, ADDRESS_MAX, (text) =>
  webAddress(text) ? undefined : 'must be an absolute http or https address',
);

/** An issuer by OpenID Connect Discovery 1.0, section 3, or none. */
export const Issuer = optional(uri, ADDRESS_MAX, (text) => {
  const url = webAddress(text);
  if (!url || !isPrivateWay(url)) return 'must be an https address (http only for this machine itself)';
  return text.includes('?') || text.includes('#') || url.username !== '' || url.password !== ''
    ? 'must be an address without a query, a fragment or credentials'
    : undefined;
});

const fingerprint = /^([0-9a-fA-F]{2}:?){31}[0-9a-fA-F]{2}$/;

/** SHA-256 of a certificate, with or without colons, or none. */
export const Fingerprint = optional(Schema.String({ pattern: fingerprint.source }), 95, (text) =>
  fingerprint.test(text) ? undefined : 'must be 32 bytes in hexadecimal digits, with colons between them',
);

const domain = /^(\*|[^\s@*.,]+(\.[^\s@*.,]+)*)$/;

/** A domain of e-mail addresses, or `*` for all. */
export const Domain = formed(Schema.String({ pattern: domain.source }), 253, (text) =>
  domain.test(text) ? undefined : 'must be a domain, such as corp.example, or *',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const control = /[\u0000-\u001f\u007f]/;

/** Without line breaks and other control characters: it goes into headers of mails and into protocols that consist of lines. */
export const Line = formed(Schema.String({ maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }), 255, (text) =>
  control.test(text) ? 'must be one line' : undefined,
);

/** An e-mail address, or none. */
export const MailAddress: Type<string> = {
  schema: EmailAddress.schema,
  accepts: Schema.Union([EmailAddress.accepts, Schema.Literal('')]),
  read: (value, key) => (value === '' ? '' : EmailAddress.read(value, key, undefined)),
};

/** Words of RFC 6749, section 3.3, with a space between them. */
const scopes = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** The scopes of a sign-on by OpenID Connect. */
export const Scopes = formed(Schema.String({ pattern: '(^| )openid( |$)' }), 1000, (text) =>
  scopes.test(text) && text.split(' ').includes('openid')
    ? undefined
    : 'must be words with a space between them, openid among them',
);

/** What an identity provider calls a group: `value`, the name of a group here, or `value=Group name`. */
export const MappedGroup = formed(Schema.String({ minLength: 1, maxLength: 1000 }), 1000, (text) => {
  const { value, name } = mappedGroup(text);
  return value.trim() === '' || name.trim() === '' ? 'must be value or value=Group name' : undefined;
});

/**
 * The two sides of such an element. The last `=` divides them, because the values of directories have some themselves:
 * `CN=Wall,OU=Teams=Wall team`.
 */
export function mappedGroup(element: string): { readonly value: string; readonly name: string } {
  const at = element.lastIndexOf('=');
  return at < 0 ? { value: element, name: element } : { value: element.slice(0, at), name: element.slice(at + 1) };
}
