import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audited } from '../kit/audited.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['sam'], env: { EASEL_EXTERNAL_URL: 'https://start.example' } });
const { sam } = easel.people;

const patch = (body: unknown) => easel.admin.patch('/server-config', body);
const elements = (...settings: unknown[]) => patch({ settings });
const element = (key: string, value: unknown) => elements({ 'setting-key': key, 'setting-value': value });

/** The configuration that an administrator sees. */
// biome-ignore lint/suspicious/noExplicitAny: nested objects
const config = async (): Promise<any> => (await easel.admin.get('/server-config')).body;

let initial: object;
beforeEach(async () => {
  initial = await config();
});
afterEach(async () => {
  expect(await patch(initial)).toMatchObject({ status: 200, body: initial });
});

const saml = {
  enabled: true,
  idp_entity_id: 'https://idp.example/metadata',
  idp_target_url: 'https://idp.example/sso?tenant=1',
  idp_cert_finger_print: Array(32).fill('aB').join(':'),
};
const oidc = { enabled: true, issuer: 'https://idp.example/realms/easel', client_id: 'easel' };

describe('a nested body', () => {
  test('is merged into what is there; lists are replaced whole', async () => {
    await patch({ authentication: { domain_allow_list: ['a.example', 'b.example'] } });
    const answer = await patch({
      server_name: ' Wall 7 ',
      authentication: { password: { sign_up_enabled: true }, domain_allow_list: ['Corp.example'] },
      email: { smtp_port: 587 },
    });
    const expected = {
      ...initial,
      server_name: ' Wall 7 ',
      authentication: {
        ...(initial as { authentication: object }).authentication,
        password: { enabled: true, min_length: 8, refuse_common: true, sign_up_enabled: true },
        domain_allow_list: ['Corp.example'],
      },
      email: { ...(initial as { email: object }).email, smtp_port: 587 },
    };
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(await config()).toEqual(expected);
  });

  test('outlasts a restart', async () => {
    await patch({ server_name: 'Kept' });
    await easel.restart();
    expect(await config()).toMatchObject({ server_name: 'Kept' });
  });

  test('may hold unknown and read-only keys, which are ignored', async () => {
    const body = {
      access: 'none',
      state: 'deleted',
      colour: 'red',
      authentication: { saml: { acs_url: 'https://evil.example' }, magic: { enabled: true } },
    };
    expect(await easel.unchanged(() => patch(body))).toMatchObject({ status: 200, body: initial });
  });

  test('with null at any depth leaves what is there', async () => {
    const body = { server_name: null, email: null, authentication: { password: null, oidc: { issuer: null } } };
    expect(await easel.unchanged(() => patch(body))).toMatchObject({ status: 200, body: initial });
  });

  test('may be empty', async () => {
    expect(await easel.unchanged(() => patch(undefined))).toMatchObject({ status: 200, body: initial });
  });

  test('cannot reach a prototype', async () => {
    const texts = [
      '{"__proto__":{"server_name":"x"},"constructor":{"prototype":{"server_name":"x"}}}',
      '{"authentication":{"__proto__":{"require_admin_approval":true}}}',
      '{"settings":[{"__proto__":{"key":"server_name","value":"x"},"key":"unknown","value":1}]}',
      '{"settings":[{"key":"__proto__.server_name","value":"x"},{"key":"constructor","value":"x"},{"key":"toString","value":"x"}]}',
    ];
    for (const text of texts) {
      expect(await easel.unchanged(() => patch(text))).toMatchObject({ status: 200, body: initial });
    }
    expect({}).not.toHaveProperty('server_name');
  });
});

describe('a list of elements', () => {
  test('takes both spellings of its keys, dashes in paths, and ignores the types', async () => {
    const answer = await elements(
      { 'setting-key': 'email.smtp-host', 'setting-value': 'mail.example', 'setting-type': 'integer' },
      { key: 'email.smtp_security', value: 'starttls', type: 'boolean' },
    );
    expect(answer).toMatchObject({ status: 200, body: { email: { smtp_host: 'mail.example', smtp_security: 'starttls' } } });
  });

  test.each<[string, unknown, object]>([
    ['email.smtp_port', '587', { email: { smtp_port: 587 } }],
    ['email.smtp_port', 2525, { email: { smtp_port: 2525 } }],
    ['authentication.require-admin-approval', 'true', { authentication: { require_admin_approval: true } }],
    ['authentication.qr_code.enabled', true, { authentication: { qr_code: { enabled: true } } }],
    ['server_name', '587', { server_name: '587' }],
    [
      'authentication.domain_allow_list',
      '["a.example","b.example"]',
      { authentication: { domain_allow_list: ['a.example', 'b.example'] } },
    ],
    [
      'authentication.domain_allow_list',
      ' a.example, b.example ,',
      { authentication: { domain_allow_list: ['a.example', 'b.example'] } },
    ],
    ['authentication.domain_allow_list', '', { authentication: { domain_allow_list: [] } }],
    ['authentication.domain_allow_list', ['c.example'], { authentication: { domain_allow_list: ['c.example'] } }],
  ])('reads %s from %o', async (key, value, expected) => {
    expect(await element(key, value)).toMatchObject({ status: 200, body: expected });
  });

  test('turns a boolean off by its text', async () => {
    await patch({ authentication: { require_admin_approval: true } });
    const answer = await element('authentication.require_admin_approval', 'false');
    expect(answer.body.authentication.require_admin_approval).toBe(false);
  });

  test('ignores unknown and read-only paths, branches, and elements without a value', async () => {
    const work = () =>
      elements(
        { key: 'license.key', value: 'x' },
        { key: 'state', value: 'deleted' },
        { key: 'access', value: 'r' },
        { key: 'authentication.saml.acs_url', value: 'https://evil.example' },
        { key: 'authentication.password', value: { min_length: 20 } },
        { key: 'server_name', value: null },
        { key: 'email.smtp_port' },
      );
    expect(await easel.unchanged(work)).toMatchObject({ status: 200, body: initial });
  });

  test('may name a setting twice, and the later one counts', async () => {
    const answer = await elements({ key: 'server_name', value: 'first' }, { key: 'server-name', value: 'second' });
    expect(answer.body.server_name).toBe('second');
  });

  test('is read after the nested form in the same body', async () => {
    const answer = await patch({
      settings: [{ key: 'server_name', value: 'of the element' }],
      server_name: 'nested',
      email: { smtp_port: 26 },
    });
    expect(answer.body).toMatchObject({ server_name: 'of the element', email: { smtp_port: 26 } });
  });
});

describe('one wrong value, and nothing is changed:', () => {
  const refused: readonly [body: object, msg: string][] = [
    [{ server_name: 5 }, 'server_name must be a string'],
    [{ server_name: 'x'.repeat(256) }, 'server_name is too long: at most 255 characters'],
    [{ authentication: 5 }, 'authentication must be an object'],
    [{ authentication: [] }, 'authentication must be an object'],
    [{ authentication: { password: 'off' } }, 'authentication.password must be an object'],
    [{ authentication: { password: { enabled: 'true' } } }, 'authentication.password.enabled must be a boolean'],
    [{ authentication: { password: { min_length: 0 } } }, 'authentication.password.min_length must be at least 1'],
    [{ authentication: { password: { min_length: 129 } } }, 'authentication.password.min_length must be at most 128'],
    [{ authentication: { domain_allow_list: 'a.example' } }, 'authentication.domain_allow_list must be an array'],
    [{ authentication: { domain_allow_list: ['a.example', 5] } }, 'authentication.domain_allow_list[1] must be a string'],
    [
      { authentication: { domain_allow_list: ['me@a.example'] } },
      'authentication.domain_allow_list[0] must be a domain, such as corp.example, or *',
    ],
    [
      { authentication: { domain_allow_list: Array(1001).fill('a.example') } },
      'authentication.domain_allow_list must have at most 1000 elements',
    ],
    [
      { authentication: { saml: { idp_cert_finger_print: 'AA:BB' } } },
      'authentication.saml.idp_cert_finger_print must be 32 bytes in hexadecimal digits, with colons between them',
    ],
    [
      { authentication: { saml: { idp_target_url: 'javascript:alert(1)' } } },
      'authentication.saml.idp_target_url must be an absolute http or https address',
    ],
    [{ authentication: { saml: { groups: ['=Wall team'] } } }, 'authentication.saml.groups[0] must be value or value=Group name'],
    [
      { authentication: { oidc: { issuer: 'http://idp.example' } } },
      'authentication.oidc.issuer must be an https address (http only for this machine itself)',
    ],
    [
      { authentication: { oidc: { issuer: 'https://idp.example/?a=1' } } },
      'authentication.oidc.issuer must be an address without a query, a fragment or credentials',
    ],
    [
      { authentication: { oidc: { scopes: 'email profile' } } },
      'authentication.oidc.scopes must be words with a space between them, openid among them',
    ],
    [{ email: { smtp_port: 65_536 } }, 'email.smtp_port must be at most 65535'],
    [{ email: { smtp_port: 25.5 } }, 'email.smtp_port must be an integer'],
    [{ email: { smtp_security: 'ssl' } }, 'email.smtp_security must be none, starttls or tls'],
    [{ email: { mail_sender_address: 'nobody' } }, 'email.mail_sender_address is not a valid e-mail address'],
    [{ email: { mail_sender_name: 'Easel\r\nBcc: all@corp.example' } }, 'email.mail_sender_name must be one line'],
    [{ external_url: 'canvas.example' }, 'external_url must be an absolute http or https address'],
    [{ external_url: 'ftp://canvas.example' }, 'external_url must be an absolute http or https address'],
    [{ external_url: 'https://canvas.example\n' }, 'external_url must be an absolute http or https address'],
    [
      { external_url: 'https://corp.example/canvas' },
      'external_url must be an address without a path, such as https://canvas.example, because Easel needs a host of its own',
    ],
    [{ settings: { 'email.smtp_port': 5 } }, 'settings must be an array'],
    [{ settings: ['email.smtp_port'] }, 'settings[0] must be an object'],
    [{ settings: [{ key: 'server_name', value: 'x' }, { value: 5 }] }, 'settings[1].setting-key parameter is missing'],
    [{ settings: [{ key: 5, value: 5 }] }, 'settings[0].setting-key must be a string'],
    [{ settings: [{ key: 'email.smtp_port', value: '587.0' }] }, 'email.smtp_port must be an integer'],
    [{ settings: [{ key: 'email.smtp-port', value: '0' }] }, 'email.smtp_port must be at least 1'],
    [{ settings: [{ key: 'authentication.qr_code.enabled', value: 'yes' }] }, 'authentication.qr_code.enabled must be a boolean'],
    [
      { settings: [{ key: 'authentication.domain_allow_list', value: '["a.example"' }] },
      'authentication.domain_allow_list must be an array',
    ],
    [{ settings: Array(1001).fill({ key: 'server_name', value: 'x' }) }, 'settings must have at most 1000 elements'],
  ];
  test.each(refused.map(([body, msg]) => [msg, body] as const))('%s', async (msg, body) => {
    const settings = [{ key: 'authentication.qr_code.enabled', value: 'true' }];
    const wrong = { email: { smtp_host: 'mail.example' }, settings, ...body };
    expect(await easel.unchanged(() => patch(wrong))).toMatchObject({ status: 400, body: { msg } });
    expect(await config()).toEqual(initial);
  });

  test('only administrators may', async () => {
    const body = { server_name: 'Mine' };
    const denied = { status: 403, body: { msg: 'Permission denied' } };
    expect(await easel.unchanged(() => sam.patch('/server-config', body))).toMatchObject(denied);
    expect(await easel.unchanged(() => easel.anonymous.patch('/server-config', body))).toMatchObject({ status: 401 });
    expect(await config()).toEqual(initial);
  });
});

describe('a way of signing on', () => {
  test.each<[string, object, string]>([
    [
      'SAML',
      { saml: { ...saml, idp_entity_id: '' } },
      'authentication.saml.idp_entity_id must not be empty while authentication.saml.enabled is true',
    ],
    [
      'SAML',
      { saml: { ...saml, idp_target_url: null } },
      'authentication.saml.idp_target_url must not be empty while authentication.saml.enabled is true',
    ],
    [
      'SAML',
      { saml: { ...saml, idp_cert_finger_print: '' } },
      'authentication.saml.idp_cert_finger_print must not be empty while authentication.saml.enabled is true',
    ],
    [
      'OpenID Connect',
      { oidc: { ...oidc, issuer: '' } },
      'authentication.oidc.issuer must not be empty while authentication.oidc.enabled is true',
    ],
    [
      'OpenID Connect',
      { oidc: { enabled: true, issuer: oidc.issuer } },
      'authentication.oidc.client_id must not be empty while authentication.oidc.enabled is true',
    ],
  ])('%s needs its values: %o', async (_name, authentication, msg) => {
    expect(await easel.unchanged(() => patch({ authentication }))).toMatchObject({ status: 400, body: { msg } });
  });

  test('that is on keeps what it needs', async () => {
    await patch({ authentication: { saml, oidc } });
    const emptied = await easel.unchanged(() => element('authentication.saml.idp_entity_id', ''));
    expect(emptied).toMatchObject({ status: 400 });
    expect((await element('authentication.saml.enabled', 'false')).status).toBe(200);
    expect((await element('authentication.saml.idp_entity_id', '')).status).toBe(200);
  });

  test('must stay: the last one cannot be turned off', async () => {
    const last = { status: 409, body: { msg: 'At least one sign-in method must stay enabled' } };
    const off = (name: string) => patch({ authentication: { [name]: { enabled: false } } });
    expect(await easel.unchanged(() => off('password'))).toMatchObject(last);
    for (const [name, values] of Object.entries({ saml, oidc })) {
      expect(await patch({ authentication: { password: { enabled: false }, [name]: values } })).toMatchObject({ status: 200 });
      expect(await easel.unchanged(() => off(name))).toMatchObject(last);
      await patch(initial);
    }
  });

  test('turned off ends no session', async () => {
    const stream = await sam.watch('/users');
    await stream.next();
    await patch({ authentication: { password: { enabled: false }, saml, domain_allow_list: ['else.example'] } });
    expect((await sam.get('/users')).status).toBe(200);
    expect(stream.unread).toEqual([]);
    stream.close();
  });

  test('takes issuers on this machine itself without TLS, and fingerprints without colons', async () => {
    const idp_cert_finger_print = saml.idp_cert_finger_print.replaceAll(':', '');
    const issuer = 'http://127.0.0.1:9000/realms/easel';
    const answer = await patch({ authentication: { saml: { idp_cert_finger_print }, oidc: { issuer } } });
    expect(answer.body.authentication).toMatchObject({ saml: { idp_cert_finger_print }, oidc: { issuer } });
  });
});

describe('the audit log', () => {
  test('names the paths that changed, in the order of the object, and no value', async () => {
    const lines = await audited(easel, () =>
      patch({
        server_name: 'Wall',
        email: { smtp_password: 'a-secret', smtp_port: 25 },
        authentication: { oidc: { client_secret: 'hush' } },
      }),
    );
    expect(lines).toMatchObject([
      {
        action: 'Server settings changed',
        target_type: 'server_config',
        target_id: 'server-config',
        author_id: 1000,
        details: { changed: ['authentication.oidc.client_secret', 'email.smtp_password', 'server_name'] },
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/a-secret|hush/);
  });

  test('has nothing of a change to what is there already, and streams neither', async () => {
    await patch({ server_name: 'Same', authentication: { domain_allow_list: ['a.example'] } });
    const before = await config();
    const again = () => patch({ ...before, settings: [{ key: 'authentication.domain_allow_list', value: 'a.example' }] });
    expect(await audited(easel, () => easel.unchanged(again))).toEqual([]);
  });
});

describe('streams of server-config', () => {
  test('show each reader its own view, when that changed', async () => {
    const everyone = await easel.anonymous.watch('/server-config');
    const user = await sam.watch('/server-config');
    const administrator = await easel.admin.watch('/server-config');
    const all = [everyone, user, administrator];
    for (const stream of all) await stream.next();
    await patch({ email: { smtp_username: 'mailer' } });
    expect(await administrator.next()).toMatchObject({ email: { smtp_username: 'mailer' } });
    await patch({ authentication: { password: { min_length: 10 } } });
    for (const stream of all) expect(await stream.next()).toMatchObject({ authentication: { password: { min_length: 10 } } });
    for (const stream of all) expect(stream.unread).toEqual([]);
    for (const stream of all) stream.close();
  });

  test('go on with the public part for an administrator who lost the role, and say no secret', async () => {
    const other = await easel.user({ admin: true });
    const stream = await other.watch('/server-config');
    expect(await stream.next()).toMatchObject({ access: 'rw' });
    await easel.admin.patch(`/users/${other.id}`, { admin: false });
    expect(await stream.next()).not.toHaveProperty('access');
    await patch({ email: { smtp_password: 'not for everyone' } });
    await patch({ server_name: 'Seen' });
    const seen = await stream.next();
    expect(seen).toMatchObject({ server_name: 'Seen' });
    expect(seen).not.toHaveProperty('email');
    stream.close();
  });
});

describe('with If-Match', () => {
  test('nobody writes over what another administrator changed meanwhile, secrets included', async () => {
    const tag = (await easel.admin.get('/server-config')).headers.etag!;
    const bound = (body: object) => easel.admin.patch('/server-config', body, { 'if-match': tag });
    await patch({ email: { smtp_password: 'new' } });
    const late = await easel.unchanged(() => bound({ server_name: 'Late' }));
    expect(late).toMatchObject({ status: 412, body: { msg: 'Changed meanwhile' } });
    await patch(initial);
    expect((await bound({ server_name: 'In time' })).status).toBe(200);
  });
});
