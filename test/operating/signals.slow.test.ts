import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { repository, type ServerProcess, type TestFolder, withFolder, withServer } from '../kit/server-process.ts';

/** SIGHUP: a terminal was closed, or there are new certificates. SIGTERM and SIGINT are in launch.slow.test.ts. */
const patience = { timeout: 60_000 };
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const messages = (server: ServerProcess): unknown[] => server.log.map(({ msg }) => msg);

describe('SIGHUP', patience, () => {
  test('ends a server for people cleanly, although nobody reads its lines any more', () =>
    withServer({ command: [process.execPath, 'dist/cli/easel.js', 'serve', '--people'] }, async (server, folder) => {
      server.child.stdout!.destroy();
      server.child.stderr!.destroy();
      expect(await server.end('SIGHUP')).toEqual({ code: 0, signal: null });
      expect(filesOf(folder)).toEqual(closed);
    }));

  // `script` gives it a terminal, which disappears when `script` is killed
  test.skipIf(!has('script', '--version'))('ends any server cleanly when its terminal is closed (skipped without script)', () =>
    withFolder(async (folder) => {
      const command = `${process.execPath} dist/server/main.js`;
      const env = { ...process.env, EASEL_PORT: '0', EASEL_DATA_DIR: folder.path };
      const stdio = ['ignore', 'pipe', 'inherit', 'pipe'] as const;
      const terminal = spawn('script', ['-qfc', command, '/dev/null'], { cwd: repository, env, stdio: [...stdio] });
      let said = '';
      terminal.stdout!.on('data', (text) => (said += text));
      while (!said.includes('"listening"')) await once(terminal.stdout!, 'data');
      // The server holds this end open, too
      const gone = once((terminal.stdio[3] as Readable).resume(), 'end');
      terminal.kill('SIGKILL');
      await gone;
      expect(filesOf(folder)).toEqual(closed);
    }),
  );

  test('does nothing to a server without certificates, and the log says so', () =>
    withServer({}, async (server) => {
      server.child.kill('SIGHUP');
      await server.said(/SIGHUP: there are no certificates/);
      expect((await (await server.admin()).get('/users')).status).toBe(200);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(messages(server).slice(-2)).toEqual(['ending', 'ended']);
    }));

  test.skipIf(!has('openssl', 'version'))('has certificates read again (skipped without openssl)', () =>
    withFolder(async (folder) => {
      const [cert, key] = [folder.file('cert.pem'), folder.file('key.pem')];
      makeCertificate(folder, 'first');
      const server = await folder.start({ env: { EASEL_TLS_CERT: cert, EASEL_TLS_KEY: key, EASEL_HTTPS_PORT: '0' } });
      const port = await server.port();
      expect(await nameShown(port)).toBe('first');
      makeCertificate(folder, 'second');
      server.child.kill('SIGHUP');
      await server.said(/SIGHUP: certificates read again/);
      expect(await nameShown(port)).toBe('second');
      // Half of a new pair: the server keeps the old certificate
      copyFileSync(cert, key);
      server.child.kill('SIGHUP');
      await server.said(/SIGHUP: the certificates cannot be used/);
      expect(await nameShown(port)).toBe('second');
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    }),
  );
});

describe('SIGTERM with EASEL_DRAIN_SECONDS', patience, () => {
  test('makes the server not ready first; a second signal ends the wait', () =>
    withServer({ env: { EASEL_DRAIN_SECONDS: '600' } }, async (server, folder) => {
      const ready = `${await server.listening}/healthz/ready`;
      expect((await fetch(ready)).status).toBe(200);
      server.child.kill('SIGTERM');
      await server.said(/"ending"/);
      expect((await fetch(ready)).status).toBe(503);
      expect((await (await server.admin()).get('/users')).status).toBe(200);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(filesOf(folder)).toEqual(closed);
    }));
});

/** A clean end leaves no database log and no file that says a server runs. Files that are only locked stay. */
const closed = ['assets', 'easel.db', 'easel.lock', 'files.lock'];
const filesOf = (folder: TestFolder): string[] =>
  readdirSync(folder.path)
    .filter((name) => name !== 'admin-password')
    .sort();

function makeCertificate(folder: TestFolder, name: string): void {
  const files = ['-keyout', folder.file('key.pem'), '-out', folder.file('cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, '-subj', `/CN=${name}`];
  execFileSync('openssl', made, { stdio: 'ignore' });
}

/** The common name in the certificate that a new connection is shown. */
async function nameShown(port: number): Promise<unknown> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}
