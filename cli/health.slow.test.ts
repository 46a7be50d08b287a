import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { easel } from '../test/kit/command.ts';
import { freePort } from '../test/kit/free-port.ts';
import { repository, withFolder } from '../test/kit/server-process.ts';

test('the health check of the image follows the port and TLS, and fails while nobody answers', () =>
  withFolder(async (folder) => {
    const port = await freePort();
    const secure = await freePort();
    const env = { EASEL_PORT: String(port), EASEL_DATA_DIR: folder.path, EASEL_HOST: '0.0.0.0' };
    expect(await easel('health', env)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`no server answers at 127.0.0.1:${port}`),
    });
    const plain = await folder.start({ env });
    expect(await easel('health', env)).toEqual({ code: 0, out: '', err: '' });
    await plain.end('SIGTERM');
    const [key, cert] = [folder.file('key.pem'), folder.file('cert.pem')];
    const of = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=canvas.example',
      '-keyout',
      key,
      '-out',
      cert,
    ];
    execFileSync('openssl', ['req', ...of], { stdio: 'ignore' });
    const tls = { ...env, EASEL_TLS_CERT: cert, EASEL_TLS_KEY: key, EASEL_HTTPS_PORT: String(secure) };
    const server = await folder.start({ env: tls });
    expect(await easel('health', tls)).toEqual({ code: 0, out: '', err: '' });
    await server.end('SIGTERM');
    expect(readFileSync(`${repository}Dockerfile`, 'utf8')).toContain('["node", "dist/cli/easel.js", "health"]');
  }));

test('a server that takes connections and answers nothing is not healthy', async () => {
  const silent = createServer(() => undefined);
  const port = await freePort();
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  expect(await easel('health', { EASEL_PORT: String(port) })).toMatchObject({ code: 1, err: expect.stringContaining('in time') });
  silent.close();
});
