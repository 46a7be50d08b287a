import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { actions } from '../kit/audited.ts';
import { useEasel } from '../kit/easel.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-certs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const put = (sort: 'cert' | 'key', name: 'test' | 'other'): void =>
  copyFileSync(join(import.meta.dirname, '../http', `${name}-${sort}.pem`), sort === 'cert' ? cert : key);
const both = (name: 'test' | 'other'): void => {
  put('cert', name);
  put('key', name);
};
both('test');

const easel = useEasel({ env: { EASEL_TLS_CERT: cert, EASEL_TLS_KEY: key, EASEL_HTTPS_PORT: '0' } });
const reload = () => easel.admin.post('/server-config/reload-certs');

/** The name in the certificate that a new connection is shown. */
const nameShown = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ port: Number(new URL(easel.url).port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once('error', reject);
  });

beforeEach(async () => {
  both('test');
  expect(await reload()).toMatchObject({ status: 200 });
});

describe('POST /server-config/reload-certs', () => {
  test('shows the new certificate to new connections, and open streams go on', async () => {
    const stream = await easel.admin.watch('/server-config');
    await stream.next();
    expect(await nameShown()).toBe('easel.test');
    both('other');
    expect(await nameShown()).toBe('easel.test');
    const work = async () => expect(await reload()).toMatchObject({ status: 200, body: { msg: 'TLS certificates reloaded' } });
    expect(await actions(easel, work)).toEqual(['Certificates reloaded: ']);
    expect(await nameShown()).toBe('other.test');
    await easel.admin.patch('/server-config', { server_name: 'Still there' });
    expect(await stream.next()).toMatchObject({ server_name: 'Still there' });
    stream.close();
  });

  test('keeps the old certificate when the key belongs to another one', async () => {
    put('cert', 'other');
    const answer = await easel.unchanged(reload);
    expect(answer.status).toBe(500);
    expect(answer.body.msg).toMatch(/^EASEL_TLS_CERT and EASEL_TLS_KEY cannot be used together: /);
    expect(await nameShown()).toBe('easel.test');
  });

  test('keeps the old certificate when a file cannot be read', async () => {
    rmSync(key);
    const answer = await easel.unchanged(reload);
    expect(answer.status).toBe(500);
    expect(answer.body.msg).toMatch(/^EASEL_TLS_KEY: ENOENT/);
    expect(await nameShown()).toBe('easel.test');
  });

  test('is for administrators', async () => {
    const user = await easel.user();
    both('other');
    expect(await easel.unchanged(() => user.post('/server-config/reload-certs'))).toMatchObject({ status: 403 });
    expect(await easel.unchanged(() => easel.anonymous.post('/server-config/reload-certs'))).toMatchObject({ status: 401 });
    expect(await nameShown()).toBe('easel.test');
  });
});

describe('with TLS off', () => {
  const plain = useEasel();

  test('there are no certificates to reload', async () => {
    const answer = await plain.unchanged(() => plain.admin.post('/server-config/reload-certs'));
    expect(answer).toMatchObject({ status: 400, body: { msg: 'TLS is not enabled' } });
  });
});
