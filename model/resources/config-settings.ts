import Schema, { type TSchema } from 'typebox';
import type { Type } from '../field.ts';
import { Bool, Int, List, OneOf, State, Text } from '../types.ts';
import { Domain, Fingerprint, Issuer, Line, MailAddress, MappedGroup, OwnAddress, Scopes, WebAddress } from './config-types.ts';
import { mailLanguages } from './mail-languages.ts';

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

/** Entries of a list. */
const MOST = 1000;

/** Every value of server-config by its path, in the order of the answer (interface/auth 8). */
export const configSettings = {
  'authentication.domain_allow_list': administrators<readonly string[]>(List(Domain, { max: MOST }), ['*']),
  'authentication.oidc.client_id': administrators(Line, ''),
  'authentication.oidc.client_secret': administrators(Text({ max: 4096 }), ''),
  'authentication.oidc.enabled': everyone(Bool, false),
  'authentication.oidc.group_claim': administrators(Line, ''),
  'authentication.oidc.groups': administrators<readonly string[]>(List(MappedGroup, { max: MOST }), []),
  'authentication.oidc.issuer': everyone(Issuer, ''),
  'authentication.oidc.name': everyone(Text({ max: 100 }), ''),
  'authentication.oidc.scopes': administrators(Scopes, 'openid email profile'),
  'authentication.oidc.sign_up_enabled': everyone(Bool, false),
  'authentication.password.enabled': everyone(Bool, true),
  'authentication.password.min_length': everyone(Int({ min: 1, max: 128 }), 8),
  'authentication.password.refuse_common': administrators(Bool, true),
  'authentication.password.sign_up_enabled': everyone(Bool, false),
  'authentication.qr_code.enabled': everyone(Bool, false),
  'authentication.require_admin_approval': administrators(Bool, false),
  'authentication.saml.acs_url': derived(OwnAddress, ''),
  'authentication.saml.enabled': everyone(Bool, false),
  'authentication.saml.group_attribute': administrators(Line, ''),
  'authentication.saml.groups': administrators<readonly string[]>(List(MappedGroup, { max: MOST }), []),
  'authentication.saml.idp_cert_finger_print': everyone(Fingerprint, ''),
  'authentication.saml.idp_entity_id': everyone(Text({ max: 1024 }), ''),
  'authentication.saml.idp_target_url': everyone(WebAddress, ''),
  'authentication.saml.name_id_format': everyone(Text({ max: 1024 }), 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'),
  'authentication.saml.sign_up_enabled': everyone(Bool, false),
  'authentication.saml.sp_entity_id': everyone(Text({ max: 1024 }), 'canvus'),
  'email.language': administrators(OneOf(mailLanguages), 'en'),
  'email.mail_reply_to_address': administrators(MailAddress, ''),
  'email.mail_reply_to_name': administrators(Line, ''),
  'email.mail_sender_address': administrators(MailAddress, ''),
  'email.mail_sender_name': administrators(Line, ''),
  'email.smtp_allow_self_signed_certificates': administrators(Bool, false),
  'email.smtp_host': administrators(Line, ''),
  'email.smtp_password': administrators(Text({ max: 4096 }), ''),
  'email.smtp_port': administrators(Int({ min: 1, max: 65_535 }), 25),
  'email.smtp_security': administrators(OneOf(['none', 'starttls', 'tls']), 'none'),
  'email.smtp_username': administrators(Line, ''),
  external_url: everyone(OwnAddress, ''),
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

export interface Nested<T> {
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
