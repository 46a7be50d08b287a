import Schema from 'typebox';
import { readonly, secret, type Type } from '../field.ts';
import type { View } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import {
  type ConfigPath,
  type ConfigValue,
  type ConfigValues,
  configSchema,
  configSettings,
  nested,
  paths,
} from './config-settings.ts';

const anyObject = Schema.Object({});
const StoredValues: Type<ConfigValues> = {
  schema: anyObject,
  accepts: anyObject,
  read: (value) => value as ConfigValues,
};

/** The values that were ever changed, by path; all others are initial. Hidden, because it holds the mail password. */
export const ServerConfig = defineResource({
  name: 'ServerConfig',
  key: () => 'server-config',
  fields: {
    id: readonly(Text(), 'server-config'),
    values: secret(StoredValues, {}),
  },
  collection: {
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
    },
  },
});
export type ServerConfig = RecordOf<typeof ServerConfig>;

/** One value in force. For `external_url` it ignores the start-up setting, which applies until the value is changed. */
export function configValue<P extends ConfigPath>(view: View, path: P): ConfigValue<P> {
  return (storedValues(view)[path] ?? configSettings[path].initial) as ConfigValue<P>;
}

/** Under which people reach the server, without a path; `''` when nobody said it. `startUp`: the setting. */
export function externalOrigin(view: View, startUp: string): string {
  const address = storedValues(view).external_url ?? startUp;
  return address === '' ? '' : new URL(address).origin;
}

/** The values that were changed. */
const storedValues = (view: View): ConfigValues => view.get(ServerConfig, 'server-config')?.values ?? {};

/** Refuses (403) an e-mail address that the allow list forbids people to give themselves. `*` or an empty list allows all. */
export function refuseForeignDomain(view: View, email: string): void {
  const allowed = configValue(view, 'authentication.domain_allow_list').map((domain) => domain.toLowerCase());
  const domain = email.slice(email.indexOf('@') + 1).toLowerCase();
  if (allowed.length === 0 || allowed.includes('*') || allowed.includes(domain)) return;
  throw refuse.forbidden('Email domain is not allowed');
}

/**
 * The whole object as a caller sees it. Non-administrators get the public part, without `access`.
 * `externalUrl`: the start-up setting.
 */
export function presentConfig(view: View, admin: boolean, externalUrl: string): Record<string, unknown> {
  const stored = storedValues(view);
  const external = stored.external_url ?? externalUrl;
  const all = { ...stored, external_url: external, 'authentication.saml.acs_url': callbackUrl(external) };
  const seen = paths.filter((path) => admin || configSettings[path].isPublic);
  const values = seen.map((path) => [path, all[path] ?? configSettings[path].initial] as const);
  return { ...(admin && { access: 'rw' }), ...nested(values) };
}

const callbackUrl = (external: string): string =>
  external === '' ? '' : `${external.replace(/\/+$/, '')}/users/login/saml/callback`;
