import Schema, { type TSchema } from 'typebox';
import type { Type } from '../field.ts';
import { refuse } from '../refusal.ts';
import { Bool, Int, OneOf, State, Text } from '../types.ts';

interface ConfigSetting<T> {
  readonly type: Type<T>;
  readonly initial: T;
  /** Everyone sees it; other settings only administrators. */
  readonly isPublic: boolean;
  /** Never stored. */
  readonly isDerived: boolean;
}

const everyone = <T>(type: Type<T>, initial: NoInfer<T>): ConfigSetting<T> => ({
  type,
  initial,
  isPublic: true,
  isDerived: false,
});
const administrators = <T>(type: Type<T>, initial: NoInfer<T>): ConfigSetting<T> => ({
  type,
  initial,
  isPublic: false,
  isDerived: false,
});
const derived = <T>(type: Type<T>, initial: NoInfer<T>): ConfigSetting<T> => ({ type, initial, isPublic: true, isDerived: true });

const texts = Schema.Array(Schema.String());
const Texts: Type<readonly string[]> = {
  schema: texts,
  accepts: texts,
  read(value, key) {
    if (!Array.isArray(value)) throw refuse.wrongType(key, 'an array');
    return value.map((item, at) => Text().read(item, `${key}[${at}]`, undefined));
  },
};

const address = Schema.Union([Schema.String({ format: 'uri' }), Schema.Literal('')]);
/** An absolute http or https address, or none. */
const Address: Type<string> = { ...Text(), schema: address };

/** Every value of server-config by its path, in the order of the answer (interface/auth 8). */
export const configSettings = {
  'authentication.domain_allow_list': administrators(Texts, ['*']),
  'authentication.oidc.client_id': administrators(Text(), ''),
  'authentication.oidc.client_secret': administrators(Text(), ''),
  'authentication.oidc.enabled': everyone(Bool, false),
  'authentication.oidc.group_claim': administrators(Text(), ''),
  'authentication.oidc.groups': administrators(Texts, []),
  'authentication.oidc.issuer': everyone(Address, ''),
  'authentication.oidc.name': everyone(Text({ max: 100 }), ''),
  'authentication.oidc.scopes': administrators(Text(), 'openid email profile'),
  'authentication.oidc.sign_up_enabled': everyone(Bool, false),
  'authentication.password.enabled': everyone(Bool, true),
  'authentication.password.min_length': everyone(Int({ min: 1, max: 128 }), 8),
  'authentication.password.refuse_common': administrators(Bool, true),
  'authentication.password.sign_up_enabled': everyone(Bool, false),
  'authentication.qr_code.enabled': everyone(Bool, false),
  'authentication.require_admin_approval': administrators(Bool, false),
  'authentication.saml.acs_url': derived(Address, ''),
  'authentication.saml.enabled': everyone(Bool, false),
  'authentication.saml.group_attribute': administrators(Text(), ''),
  'authentication.saml.groups': administrators(Texts, []),
  'authentication.saml.idp_cert_finger_print': everyone(Text(), ''),
  'authentication.saml.idp_entity_id': everyone(Text(), ''),
  'authentication.saml.idp_target_url': everyone(Text(), ''),
  'authentication.saml.name_id_format': everyone(Text(), 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'),
  'authentication.saml.sign_up_enabled': everyone(Bool, false),
  'authentication.saml.sp_entity_id': everyone(Text(), 'canvus'),
  'email.mail_reply_to_address': administrators(Text(), ''),
  'email.mail_reply_to_name': administrators(Text(), ''),
  'email.mail_sender_address': administrators(Text(), ''),
  'email.mail_sender_name': administrators(Text(), ''),
  'email.smtp_allow_self_signed_certificates': administrators(Bool, false),
  'email.smtp_host': administrators(Text(), ''),
  'email.smtp_password': administrators(Text(), ''),
  'email.smtp_port': administrators(Int({ min: 1, max: 65_535 }), 25),
  'email.smtp_security': administrators(OneOf(['none', 'starttls', 'tls']), 'none'),
  'email.smtp_username': administrators(Text(), ''),
  external_url: everyone(Address, ''),
  server_name: everyone(Text({ max: 255 }), ''),
  state: derived(State, 'normal'),
} as const;

type ConfigTable = typeof configSettings;
export type ConfigPath = keyof ConfigTable;
export type ConfigValue<P extends ConfigPath> = ConfigTable[P] extends ConfigSetting<infer T> ? T : never;
export type ConfigValues = { readonly [P in ConfigPath]?: ConfigValue<P> };

export const paths = Object.keys(configSettings) as ConfigPath[];

/** One schema for both views, so everything that only administrators see is optional. */
export function configSchema(): TSchema {
  const fields = paths.map((path) => [path, schemaOf(configSettings[path])] as const);
  return Schema.Object({ access: Schema.Optional(Schema.Literal('rw')), ...objects(nested(fields)) });
}

interface Nested<T> {
  [key: string]: T | Nested<T>;
}

/** `a.b: 1, a.c: 2` as `{a: {b: 1, c: 2}}` */
export function nested<T>(values: readonly (readonly [path: string, value: T])[]): Nested<T> {
  const tree: Nested<T> = {};
  for (const [path, value] of values) {
    const names = path.split('.');
    const last = names.pop()!;
    let branch = tree;
    for (const name of names) branch = (branch[name] ??= {}) as Nested<T>;
    branch[last] = value;
  }
  return tree;
}

/** The schema of a setting, boxed to tell a leaf from a branch. */
class Leaf {
  constructor(readonly schema: TSchema) {}
}

const schemaOf = ({ type, isPublic }: ConfigSetting<unknown>): Leaf =>
  new Leaf(isPublic ? type.schema : Schema.Optional(type.schema));

function objects(tree: Nested<Leaf>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, branch]) => {
      if (branch instanceof Leaf) return [name, branch.schema];
      return [name, name === 'email' ? Schema.Optional(Schema.Object(objects(branch))) : Schema.Object(objects(branch))];
    }),
  );
}
