import { languages } from '../../../texts/languages.ts';
import { editable, type Field, readonly } from '../../field.ts';
import { fieldsByPath, groupsAnswer, type PathIn, type ValueAt } from '../../field-groups.ts';
import { type JsonSchema, Schema } from '../../json-schema.ts';
import { Bool, Int, List, OneOf, State, Text } from '../../types.ts';
import { Domain, Fingerprint, Issuer, Line, MailAddress, MappedGroup, OwnAddress, Scopes, WebAddress } from './config-types.ts';

/**
 * Entries of a list.
 * @bound Entries of a list in the server configuration: 400.
 */
const MOST = 1000;

const hidden = { audience: 'administrators' } as const;

/** Every value of server-config, in the order of the answer (interface/auth 8). Only the server sets those that are `readonly`. */
export const configGroups = {
  authentication: {
    domain_allow_list: editable<readonly string[]>(List(Domain, { max: MOST }), ['*'], hidden),
    oidc: {
      client_id: editable(Line, '', hidden),
      client_secret: editable(Text({ max: 4096 }), '', hidden),
      enabled: editable(Bool, false),
      group_claim: editable(Line, '', hidden),
      groups: editable<readonly string[]>(List(MappedGroup, { max: MOST }), [], hidden),
      issuer: editable(Issuer, ''),
      name: editable(Text({ max: 100 }), ''),
      scopes: editable(Scopes, 'openid email profile', hidden),
      sign_up_enabled: editable(Bool, false),
      trust_emails: editable(Bool, false, hidden),
    },
    password: {
      enabled: editable(Bool, true),
      min_length: editable(Int({ min: 1, max: 128 }), 8),
      refuse_common: editable(Bool, true, hidden),
      sign_up_enabled: editable(Bool, false),
    },
    qr_code: { enabled: editable(Bool, false) },
    require_admin_approval: editable(Bool, false, hidden),
    saml: {
      acs_url: readonly(OwnAddress, ''),
      enabled: editable(Bool, false),
      group_attribute: editable(Line, '', hidden),
      groups: editable<readonly string[]>(List(MappedGroup, { max: MOST }), [], hidden),
      idp_cert_finger_print: editable(Fingerprint, ''),
      idp_entity_id: editable(Text({ max: 1024 }), ''),
      idp_target_url: editable(WebAddress, ''),
      name_id_format: editable(Text({ max: 1024 }), 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'),
      sign_up_enabled: editable(Bool, false),
      sp_entity_id: editable(Text({ max: 1024 }), 'canvus'),
    },
  },
  email: {
    language: editable(OneOf(languages), 'en', hidden),
    mail_reply_to_address: editable(MailAddress, '', hidden),
    mail_reply_to_name: editable(Line, '', hidden),
    mail_sender_address: editable(MailAddress, '', hidden),
    mail_sender_name: editable(Line, '', hidden),
    smtp_allow_self_signed_certificates: editable(Bool, false, hidden),
    smtp_host: editable(Line, '', hidden),
    smtp_password: editable(Text({ max: 4096 }), '', hidden),
    smtp_port: editable(Int({ min: 1, max: 65_535 }), 25, hidden),
    smtp_security: editable(OneOf(['none', 'starttls', 'tls']), 'none', hidden),
    smtp_username: editable(Line, '', hidden),
  },
  external_url: editable(OwnAddress, ''),
  server_name: editable(Text({ max: 255 }), ''),
  state: readonly(State, 'normal'),
};

export type ConfigPath = PathIn<typeof configGroups>;
export type ConfigValue<P extends ConfigPath> = ValueAt<typeof configGroups, P>;
export type ConfigValues = { readonly [P in ConfigPath]?: ConfigValue<P> };

/** The same values by their paths. */
export const configFields: { readonly [P in ConfigPath]: Field<ConfigValue<P>> } = fieldsByPath(configGroups);

export const paths = Object.keys(configFields) as ConfigPath[];

/** One schema for both views, so everything that only administrators see is optional. */
export const configSchema = (): JsonSchema =>
  Schema.Object({ access: Schema.Optional(Schema.Literal('rw')), ...groupsAnswer(configGroups) });
