import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { canvas, type Dummy, startDummy, usualSettings } from '../../../test/http/dummy-server.ts';
import { ask, RawConnection, request } from '../../../test/http/raw-connection.ts';
import { loadCertificates } from './tls.ts';

const file = (name: string): string => new URL(`../../../test/http/${name}`, import.meta.url).pathname;
const tls = { tlsCert: file('test-cert.pem'), tlsKey: file('test-key.pem') };

let dummy: Dummy;
afterEach(() => dummy?.close());
/** A port that was just free, so that the settings can name it. */
const freePort = async (): Promise<number> => {
  const other = await startDummy();
  await other.close();
  return other.port;
};

describe('with TLS on', () => {
  it('answers over TLS 1.2 and 1.3, and knows its address', async () => {
    dummy = await startDummy({ settings: tls });
    expect(dummy.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const connection = await RawConnection.openTls(dummy.port, { minVersion: version, maxVersion: version });
      connection.send(request('GET /api/v1/canvases/x'));
      expect(JSON.parse((await connection.next()).body).origin).toBe('https://easel.test');
      connection.close();
    }
  });

  it.each(['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA', 'DHE-RSA-AES128-GCM-SHA256'])(
    'refuses the suite %s',
    async (ciphers) => {
      dummy = await startDummy({ settings: tls });
      await expect(RawConnection.openTls(dummy.port, { ciphers, maxVersion: 'TLSv1.2' })).rejects.toThrow();
    },
  );

  it.each(['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305'])(
    'takes the suite %s',
    async (ciphers) => {
      dummy = await startDummy({ settings: tls });
      (await RawConnection.openTls(dummy.port, { ciphers, maxVersion: 'TLSv1.2' })).close();
    },
  );

  it('refuses TLS 1.1', async () => {
    dummy = await startDummy({ settings: tls });
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
    await expect(RawConnection.openTls(dummy.port, old)).rejects.toThrow();
  });

  it('answers rubbish over TLS with 400', async () => {
    dummy = await startDummy({ settings: tls });
    const connection = await RawConnection.openTls(dummy.port, {});
    connection.send('rubbish\r\n\r\n');
    expect((await connection.next()).body).toBe('{"msg":"Malformed HTTP request"}');
  });
});

describe('the plain listener beside TLS', () => {
  const plain = async (externalUrl = ''): Promise<number> => {
    const port = await freePort();
    dummy = await startDummy({ settings: { ...tls, port, externalUrl: () => externalUrl } });
    return port;
  };

  it.each([
    ['GET /api/v1/canvases?a=%zz&b', '/api/v1/canvases?a=%zz&b'],
    ['POST /api/v1/users/login', '/api/v1/users/login'],
    ['DELETE //x/../y', '//x/../y'],
    ['PUT /', '/'],
    ['OPTIONS *', '/'],
    ['GET http://easel.test/x?y', '/x?y'],
  ])('answers %s with 308', async (line, target) => {
    const port = await plain();
    const connection = await RawConnection.open(port);
    connection.send(request(line, { Host: 'easel.test:8080', Origin: 'https://evil.example' }));
    const answer = await connection.next();
    expect(answer).toMatchObject({
      status: 308,
      headers: { location: `https://easel.test:${dummy.port}${target}`, connection: 'close' },
    });
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(await connection.rest()).toBe('');
  });

  it('does not wait for a body, nor upgrade', async () => {
    const port = await plain();
    expect((await ask(port, request('POST /x', { 'Content-Length': '99999999' }))).status).toBe(308);
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x', 'Sec-WebSocket-Version': '13' };
    expect((await ask(port, request('GET /api/v1/clients/connect', upgrade))).status).toBe(308);
  });

  it('names the host of an https external_url', async () => {
    const port = await plain('https://board.example:444/');
    expect((await ask(port, request('GET /x'))).headers.location).toBe('https://board.example:444/x');
  });

  it.each([
    ['[::1]:8080', 'https://[::1]:'],
    ['10.0.0.1', 'https://10.0.0.1:'],
  ])('takes the host %s', async (Host, start) => {
    const port = await plain('http://plain.example');
    expect((await ask(port, request('GET /', { Host }))).headers.location).toMatch(start);
  });

  it.each(['', 'a b', 'a/b', 'a@b'])('refuses the host %j', async (Host) => {
    const port = await plain();
    expect((await ask(port, request('GET /', { Host }))).body).toBe('{"msg":"Malformed HTTP request"}');
  });
});

describe('behind a proxy, with TLS off', () => {
  const headers = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'other.example' };
  const start = async (externalUrl: string, ...trustedProxies: string[]): Promise<void> => {
    dummy = await startDummy({ settings: { externalUrl: () => externalUrl, trustedProxies } });
  };
  const path = `/api/v1/canvases/${canvas}`;

  it('redirects requests that came to a trusted proxy without TLS', async () => {
    await start('https://board.example', '127.0.0.0/8');
    const answer = await ask(dummy.port, request(`POST ${path}?x`, headers));
    expect(answer).toMatchObject({ status: 308, headers: { location: `https://board.example${path}?x`, connection: 'close' } });
  });

  it('redirects nothing else', async () => {
    await start('https://board.example', '127.0.0.0/8');
    expect((await ask(dummy.port, request(`GET ${path}`))).status).toBe(200);
    expect((await ask(dummy.port, request(`GET ${path}`, { 'X-Forwarded-Proto': 'https' }))).status).toBe(200);
  });

  it('believes only a trusted proxy, and needs an https external_url', async () => {
    await start('https://board.example');
    expect((await ask(dummy.port, request(`GET ${path}`, headers))).status).toBe(200);
    await dummy.close();
    await start('', '127.0.0.0/8');
    expect(JSON.parse((await ask(dummy.port, request(`GET ${path}`, headers))).body).origin).toBe('http://other.example');
  });

  it('has external_url as its address', async () => {
    await start('https://board.example/');
    expect(JSON.parse((await ask(dummy.port, request(`GET ${path}`))).body).origin).toBe('https://board.example');
  });
});

describe('certificates', () => {
  it.each([
    [{ ...tls, tlsCert: '/nothing.pem' }, /^EASEL_TLS_CERT: .*nothing\.pem/],
    [{ ...tls, tlsKey: file('test-cert.pem') }, /^EASEL_TLS_CERT and EASEL_TLS_KEY cannot be used together/],
    [{ ...tls, tlsKey: file('other-key.pem') }, /^EASEL_TLS_CERT and EASEL_TLS_KEY cannot be used together/],
  ])('that cannot be used stop the start with one clear sentence', (settings, text) => {
    expect(() => loadCertificates({ ...usualSettings, ...settings })).toThrow(text);
  });

  it('are read again, and the old ones stay when the new ones cannot be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-tls-'));
    const tlsCert = join(folder, 'cert.pem');
    const tlsKey = join(folder, 'key.pem');
    const copy = (name: string): void => {
      copyFileSync(file(`${name}-cert.pem`), tlsCert);
      copyFileSync(file(`${name}-key.pem`), tlsKey);
    };
    copy('test');
    dummy = await startDummy({ settings: { tlsCert, tlsKey } });
    expect(await nameShown(dummy.port)).toBe('easel.test');
    copy('other');
    dummy.http.reloadCertificates();
    expect(await nameShown(dummy.port)).toBe('other.test');
    copyFileSync(file('test-key.pem'), tlsKey);
    expect(() => dummy.http.reloadCertificates()).toThrow('cannot be used together');
    expect(await nameShown(dummy.port)).toBe('other.test');
    rmSync(folder, { recursive: true });
  });

  it('cannot be read again with TLS off', async () => {
    dummy = await startDummy();
    expect(() => dummy.http.reloadCertificates()).toThrow('TLS is not enabled');
  });
});

const nameShown = (port: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once('error', reject);
  });
