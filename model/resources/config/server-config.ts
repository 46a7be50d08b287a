import { type Body, readonly, secret, type Type } from '../../field.ts';
import { valuesOf } from '../../field-groups.ts';
import type { View, Work, Writer } from '../../hooks.ts';
import { jsonText } from '../../json.ts';
import { Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { type Audit, type AuditLine, defineResource, type RecordOf } from '../../resource.ts';
import { Text } from '../../types.ts';
import { insertRecord, updateRecord } from '../../writing.ts';
import { configPatchSchema, readConfigPatch } from './config-patch.ts';
import { refuseWrongConfig } from './config-rules.ts';
import {
  type ConfigPath,
  type ConfigValue,
  type ConfigValues,
  configFields,
  configGroups,
  configSchema,
  paths,
} from './config-settings.ts';

const anyObject = Schema.Object({});
const StoredValues: Type<ConfigValues> = {
  schema: anyObject,
  accepts: anyObject,
  read: (value) => value as ConfigValues,
};

/** A line of the audit log about the configuration. */
export const configLine = (
  action: 'Server settings changed' | 'Certificates reloaded' | 'Test email sent',
  details?: AuditLine['details'],
): AuditLine => ({
  action,
  target_type: 'server_config',
  target_id: CONFIG_ID,
  target_name: '',
  ...(details && { details }),
});

const CONFIG_ID = 'server-config';

/** Tells the paths that changed, and never a value, because some are secret. */
const audit: Audit<{ readonly values: ConfigValues }> = {
  changed(before, after) {
    const old = before?.values ?? {};
    const now = after?.values ?? {};
    return [configLine('Server settings changed', { changed: paths.filter((path) => !equal(old[path], now[path])) })];
  },
  meant: (_record, action, details) => ({ ...configLine('Server settings changed', details), action }),
};

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values that were ever changed, by path; all others are initial. Hidden, because it holds the mail password. */
export const ServerConfig = defineResource({
  name: 'ServerConfig',
  key: () => 'server-config',
  fields: {
    id: readonly(Text(), CONFIG_ID),
    values: secret(StoredValues, {}),
  },
  audit,
  hooks: { check: ({ values }) => refuseWrongConfig((path) => inForce(values, path)) },
  collection: {
    folder: 'config',
    path: '/server-config',
    scope: 'directory',
    tag: { name: 'Server', about: 'What runs here, and how it is set up. Needs no token.' },
    verbs: {
      get: {
        who: 'optional',
        summary: 'Settings of the server, as far as the caller may see them',
        about: 'Without a token, or for a user, the public part; for an administrator everything, with `access` and `email`.',
        answer: configSchema(),
      },
      update: {
        who: 'administrator',
        summary: 'Changes settings of the server',
        about:
          'What is sent is merged into the present settings, lists whole. Everything takes effect at once; one wrong value, and nothing is changed. The other form, a list of elements, takes texts for values of every type. `access`, `state` and `acs_url` are ignored.',
        body: configPatchSchema(),
        answer: configSchema(),
        refusals: [409],
      },
    },
  },
});
export type ServerConfig = RecordOf<typeof ServerConfig>;

/** One value in force. For `external_url` it ignores the start-up setting, which applies until the value is changed. */
export const configValue = <P extends ConfigPath>(view: View, path: P): ConfigValue<P> => inForce(storedValues(view), path);

/** Under which people reach the server, without a path; `''` when nobody said it. `startUp`: the setting. */
export function externalOrigin(view: View, startUp: string): string {
  const address = storedValues(view).external_url ?? startUp;
  return address === '' ? '' : new URL(address).origin;
}

const inForce = <P extends ConfigPath>(values: ConfigValues, path: P): ConfigValue<P> =>
  (values[path] ?? configFields[path].initial()) as ConfigValue<P>;

/** The values that were changed. */
const storedValues = (view: View): ConfigValues => view.get(ServerConfig, CONFIG_ID)?.values ?? {};

/**
 * Changes what the body of a PATCH holds, and returns the object as an administrator sees it then. Values that are in force already
 * are not written, so whoever sends back all that they read changes nothing. `externalUrl`: the start-up setting.
 */
export function* patchConfig(directory: Writer, body: Body, externalUrl: string): Work<string> {
  const previous = directory.get(ServerConfig, CONFIG_ID);
  const before: ConfigValues = { external_url: externalUrl, ...previous?.values };
  const sent = Object.entries(readConfigPatch(body)) as [ConfigPath, unknown][];
  const changed = sent.filter(([path, value]) => !equal(value, inForce(before, path)));
  const record = { id: CONFIG_ID, values: { ...previous?.values, ...Object.fromEntries(changed) } };
  if (changed.length === 0) return configText(directory, true, externalUrl);
  if (previous) yield* updateRecord(ServerConfig, record, previous, ['values'], directory);
  else yield* insertRecord(ServerConfig, record, ['values'], directory);
  return configText(directory, true, externalUrl);
}

/** Refuses (403) an e-mail address that the allow list forbids people to give themselves. `*` or an empty list allows all. */
export function refuseForeignDomain(view: View, email: string): void {
  const allowed = configValue(view, 'authentication.domain_allow_list').map((domain) => domain.toLowerCase());
  const domain = email.slice(email.indexOf('@') + 1).toLowerCase();
  if (allowed.length === 0 || allowed.includes('*') || allowed.includes(domain)) return;
  throw refuse.forbidden('Email domain is not allowed');
}

/** The object as a caller sees it. `externalUrl`: the start-up setting. */
export const configText = (view: View, admin: boolean, externalUrl: string): string =>
  jsonText(presentConfig(view, admin, externalUrl));

/** Non-administrators get the public part, without `access`. */
export function presentConfig(view: View, admin: boolean, externalUrl: string): Record<string, unknown> {
  const stored = storedValues(view);
  const external = stored.external_url ?? externalUrl;
  const all: ConfigValues = { ...stored, external_url: external, 'authentication.saml.acs_url': callbackUrl(external) };
  const values = valuesOf(configGroups, (path, { audience, initial }) =>
    admin || audience === 'everyone' ? (all[path as ConfigPath] ?? initial()) : undefined,
  );
  return { ...(admin && { access: 'rw' }), ...values };
}

/** Where identity providers send browsers back to in SAML; `''` without an external address. `startUp`: the setting. */
export const samlCallback = (view: View, startUp: string): string => callbackUrl(storedValues(view).external_url ?? startUp);

const callbackUrl = (external: string): string =>
  external === '' ? '' : `${external.replace(/\/+$/, '')}/users/login/saml/callback`;
