import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['sam'], env: { EASEL_EXTERNAL_URL: 'https://start.example' } });
const { sam } = easel.people;
const patch = (body: object) => easel.admin.patch('/server-config', body);

let initial: object;
beforeEach(async () => {
  initial = (await easel.admin.get('/server-config')).body;
});
afterEach(async () => {
  expect(await patch(initial)).toMatchObject({ status: 200, body: initial });
});

describe('external_url takes effect at once', () => {
  /** A request that came to a trusted proxy without TLS. */
  const plain = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.5' };
      const asked = request(`${proxied.url}/api/v1/server-info?a=1`, { headers }, (response) => {
        response.resume();
        resolve(response.headers.location);
      });
      asked.on('error', reject);
      asked.end();
    });
  const proxied = useEasel({ env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8', EASEL_EXTERNAL_URL: 'https://start.example' } });
  const set = async (external_url: string): Promise<void> => {
    expect(await proxied.admin.patch('/server-config', { external_url })).toMatchObject({ status: 200, body: { external_url } });
  };

  test('in redirects to TLS', async () => {
    expect(await plain()).toBe('https://start.example/api/v1/server-info?a=1');
    await set('https://other.example:8443/');
    expect(await plain()).toBe('https://other.example:8443/api/v1/server-info?a=1');
    await set('');
    expect(await plain()).toBeUndefined();
  });

  test('in the check of where a page with the session cookie comes from', async () => {
    const session = { passport: { user: { token: sam.token } } };
    const cookie = `CanvusSession=${Buffer.from(JSON.stringify(session)).toString('base64')}`;
    const rename = (origin: string) =>
      easel.anonymous.patch(`/users/${sam.id}`, { name: origin }, { cookie, origin: new URL(origin).origin });
    expect((await rename('https://start.example')).status).toBe(200);
    expect((await easel.unchanged(() => rename('https://other.example'))).status).toBe(403);
    await patch({ external_url: 'https://other.example' });
    expect((await rename('https://other.example')).status).toBe(200);
    expect((await easel.unchanged(() => rename('https://start.example'))).status).toBe(403);
  });

  test('in the address for SAML', async () => {
    const { body } = await patch({ external_url: 'https://other.example/' });
    expect(body.authentication.saml.acs_url).toBe('https://other.example/users/login/saml/callback');
  });
});
