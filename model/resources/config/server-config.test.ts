import { expect, test } from 'vitest';
import { validator } from '../../../test/kit/arbitrary.ts';
import { MemoryWriter } from '../../../test/kit/memory-writer.ts';
import { type ConfigValues, configSchema } from './config-settings.ts';
import { configValue, presentConfig, refuseForeignDomain, ServerConfig } from './server-config.ts';

const directory = (values?: ConfigValues): MemoryWriter => {
  const writer = new MemoryWriter('directory');
  if (values) writer.insert(ServerConfig, { id: 'server-config', values });
  return writer;
};

test('everyone but administrators sees the public part', () => {
  expect(presentConfig(directory(), false, 'https://canvas.example')).toEqual({
    authentication: {
      oidc: { enabled: false, issuer: '', name: '', sign_up_enabled: false },
      password: { enabled: true, min_length: 8, sign_up_enabled: false },
      qr_code: { enabled: false },
      saml: {
        acs_url: 'https://canvas.example/users/login/saml/callback',
        enabled: false,
        idp_cert_finger_print: '',
        idp_entity_id: '',
        idp_target_url: '',
        name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        sign_up_enabled: false,
        sp_entity_id: 'canvus',
      },
    },
    external_url: 'https://canvas.example',
    server_name: '',
    state: 'normal',
  });
});

test('administrators see all, with access', () => {
  expect(presentConfig(directory(), true, '')).toMatchObject({
    access: 'rw',
    authentication: { domain_allow_list: ['*'], require_admin_approval: false, saml: { acs_url: '' } },
    email: {
      mail_reply_to_address: '',
      mail_reply_to_name: '',
      mail_sender_address: '',
      mail_sender_name: '',
      smtp_allow_self_signed_certificates: false,
      smtp_host: '',
      smtp_password: '',
      smtp_port: 25,
      smtp_security: 'none',
      smtp_username: '',
    },
  });
});

test('a stored external_url wins over the start-up setting, even when it is empty', () => {
  expect(presentConfig(directory({ external_url: 'https://b.example/' }), false, 'https://a.example')).toMatchObject({
    external_url: 'https://b.example/',
    authentication: { saml: { acs_url: 'https://b.example/users/login/saml/callback' } },
  });
  expect(presentConfig(directory({ external_url: '' }), false, 'https://a.example').external_url).toBe('');
});

test('a value that was never changed has its initial value', () => {
  const view = directory({ 'authentication.password.min_length': 12 });
  expect(configValue(view, 'authentication.password.min_length')).toBe(12);
  expect(configValue(view, 'authentication.password.enabled')).toBe(true);
});

test('the schema holds both views', () => {
  const valid = validator(configSchema());
  for (const admin of [true, false]) expect(valid(presentConfig(directory(), admin, ''))).toBe(true);
  expect(valid({})).toBe(false);
});

test('the stored record itself is never shown', () => {
  expect(ServerConfig.secrets).toEqual(['values']);
});

test.each<[readonly string[], string, boolean]>([
  [['*'], 'sam@anywhere.example', true],
  [[], 'sam@anywhere.example', true],
  [['Corp.example'], 'sam@corp.EXAMPLE', true],
  [['corp.example'], 'sam@sub.corp.example', false],
  [['corp.example'], 'corp.example@other.example', false],
])('the allow list %o and %s', (list, email, allowed) => {
  const view = directory({ 'authentication.domain_allow_list': list });
  const asked = () => refuseForeignDomain(view, email);
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow('Email domain is not allowed');
});
