import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { usualHello } from '../kit/display.ts';
import { getFile, uploaded } from '../kit/files.ts';
import { noise, picture } from '../kit/samples.ts';
import { ADMIN, repository, type ServerProcess, type TestFolder, withFolder, withServer } from '../kit/server-process.ts';

/** The pages for operators: the tests run what they show. */
const patience = { timeout: 120_000 };
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const hasCurl = has('curl', '--version');
/** The only block of this kind on a page. */
const block = (page: string, kind: string): string =>
  new RegExp(`\`\`\`${kind}\n([^\`]*)\`\`\``).exec(readFileSync(join(repository, 'docs', page), 'utf8'))![1]!;

describe('docs/proxy.md', patience, () => {
  const proxied = { env: { EASEL_TRUSTED_PROXIES: '127.0.0.1/32,::1/128', EASEL_EXTERNAL_URL: 'https://canvas.example' } };

  test.skipIf(!hasCurl || !has('nginx', '-v') || !has('openssl', 'version'))(
    'has a sample for nginx that works (skipped without nginx)',
    () =>
      withServer(proxied, async (server, folder) => {
        const port = await freePort();
        const plain = await freePort();
        const sample = block('proxy.md', 'nginx')
          .replaceAll(/^ *listen \[::].*\n/gm, '')
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('listen 80;', `listen 127.0.0.1:${plain};`)
          .replace('http://127.0.0.1:8080', await server.listening)
          .replace(/\/etc\/ssl\/\S+\.pem/, folder.file('cert.pem'))
          .replace(/\/etc\/ssl\/\S+\.key/, folder.file('key.pem'));
        makeCertificate(folder);
        const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((name) => `${name}_temp_path ${folder.file(name)};`)
          .join('\n');
        const around = `daemon off; pid ${folder.file('nginx.pid')}; error_log stderr; events {}\nhttp { access_log off; ${temporary}\n`;
        writeFileSync(folder.file('nginx.conf'), `${around}${sample}}\n`);
        run('nginx', '-e', 'stderr', '-p', folder.path, '-c', folder.file('nginx.conf'));
        await expectProxied(server, port);
        const moved = await promisify(execFile)('curl', [
          '-s',
          '-w',
          '%{http_code} %{redirect_url}',
          '-o',
          '/dev/null',
          `http://127.0.0.1:${plain}/a?b`,
        ]);
        expect(moved.stdout).toBe('308 https://127.0.0.1/a?b');
      }),
  );

  test.skipIf(!hasCurl || !has('caddy', 'version'))('has a sample for Caddy that works (skipped without Caddy)', () =>
    withServer(proxied, async (server, folder) => {
      const port = await freePort();
      const sample = block('proxy.md', 'caddy')
        .replace('canvas.example {', `https://localhost:${port} {\n    tls internal`)
        .replace('127.0.0.1:8080', new URL(await server.listening).host);
      writeFileSync(
        folder.file('Caddyfile'),
        `{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}\n${sample}`,
      );
      run(
        'env',
        `XDG_DATA_HOME=${folder.file('caddy')}`,
        'caddy',
        'run',
        '--adapter',
        'caddyfile',
        '--config',
        folder.file('Caddyfile'),
      );
      await expectProxied(server, port);
    }),
  );
});

test.skipIf(!has('systemd-analyze', '--version'))(
  'docs/easel.service is a unit without a fault (skipped without systemd)',
  patience,
  () =>
    withFolder(async (folder) => {
      const unit = readFileSync(join(repository, 'docs/easel.service'), 'utf8').replace('/usr/bin/node', process.execPath);
      writeFileSync(folder.file('easel.service'), unit);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', folder.file('easel.service')], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      const security = spawnSync('systemd-analyze', ['security', '--offline=yes', folder.file('easel.service')], {
        encoding: 'utf8',
      });
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(security.stdout) ?? [];
      expect(Number(exposure)).toBeLessThan(3);
    }),
);

describe('docs/backup.md', patience, () => {
  const restores = (backup: string, restore: string, look: (paths: string) => Promise<unknown> = async () => undefined) =>
    withFolder(async (all) => {
      const data = all.file('data');
      const env = { EASEL_DATA_DIR: data };
      const first = await all.start({ env });
      const { admin, canvas, data: bytes, image } = await withPicture(first);
      const paths = `DATA=${data}\nBACKUP=${all.file('backup')}\n`;
      await shell(paths, block('backup.md', backup));
      await look(paths);
      expect(readableByOthers(all.file('backup'))).toEqual([]);
      await admin.post(`${canvas}/notes`, { text: 'after the backup' });
      await first.end('SIGKILL');
      await shell(paths, block('backup.md', restore));
      expect(readableByOthers(data)).toEqual([]);
      const second = await all.start({ env });
      const again = await second.admin();
      expect((await getFile({ url: await second.listening }, again, `${image}/download`)).bytes).toEqual(bytes);
      expect((await again.get(`${canvas}/notes`)).body).toEqual([]);
    });

  test('has a backup of a running server that can be verified, read and restored', () =>
    restores('sh backup', 'sh restore', async (paths) => {
      expect((await shell(paths, block('backup.md', 'sh verify'))).stdout).toContain('everything is whole: 1 backups');
      expect(Number((await shell(paths, block('backup-format.md', 'sh read'))).stdout)).toBeGreaterThan(0);
    }));

  test.skipIf(!has('sqlite3', '--version'))('has a backup by hand that can be restored (skipped without sqlite3)', () =>
    restores('sh backup by hand', 'sh restore by hand'),
  );
});

test('docs/troubleshooting.md begins with the doctor, who finds nothing that failed on a new server', patience, () =>
  withServer({}, async (server, folder) => {
    await server.listening;
    const { stdout } = await shell(block('troubleshooting.md', 'sh doctor'), '', { EASEL_DATA_DIR: folder.path });
    expect(stdout).toMatch(/^server: database +ok +works$/m);
    expect(stdout).not.toMatch(/ failed /);
  }),
);

test('docs/troubleshooting.md has a way back in for an administrator who lost the password', patience, () =>
  withServer({ env: { EASEL_ADMIN_EMAIL: 'admin@localhost' } }, async (server, folder) => {
    await server.end('SIGTERM');
    const { stdout } = await shell(block('troubleshooting.md', 'sh lost'), '', { EASEL_DATA_DIR: folder.path });
    const login = { email: 'admin@localhost', password: stdout.trim() };
    expect((await (await (await folder.start()).caller()).post('/users/login', login)).status).toBe(200);
  }),
);

/** What is in a folder that other accounts could read. */
function readableByOthers(folder: string): string[] {
  const all = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  return all.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

/** Signs in, uploads more than a megabyte, watches a stream and connects a display through the proxy on this port of localhost. */
async function expectProxied(server: ServerProcess, port: number): Promise<void> {
  const base = `https://localhost:${port}/api/v1`;
  const common = ['-sk', '--resolve', `localhost:${port}:127.0.0.1`];
  const curl = async (path: string, ...args: string[]) =>
    JSON.parse(
      (
        await promisify(execFile)('curl', [
          ...common,
          '--retry',
          '60',
          '--retry-delay',
          '1',
          '--retry-all-errors',
          ...args,
          base + path,
        ])
      ).stdout,
    );
  const wrong = JSON.stringify({ email: ADMIN.email, password: 'wrong' });
  await curl('/users/login', '-d', wrong, '-H', 'X-Forwarded-For: 203.0.113.66');
  expect(await server.said(/"status":401/)).toContain('"address":"127.0.0.1"');
  const token = `Private-Token: ${(await curl('/users/login', '-d', JSON.stringify(ADMIN))).token}`;
  const canvas = `/canvases/${(await curl('/canvases', '-H', token, '-d', '{}')).id}`;
  const large = join(server.folder, 'large.png');
  writeFileSync(large, await noise(1200, 1000, 'png'));
  expect(statSync(large).size).toBeGreaterThan(3_000_000);
  expect(await curl(`${canvas}/images`, '-H', token, '-F', `data=@${large}`)).toMatchObject({ size: { width: 1200 } });
  const watcher = spawn('curl', [...common, '-N', '-H', token, `${base}${canvas}/notes?subscribe&changes=1`]);
  onTestFinished(() => void watcher.kill());
  const lines = createInterface({ input: watcher.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('[]');
  // The next line can only come if no proxy on the way buffers
  const note = await curl(`${canvas}/notes`, '-H', token, '-d', '{"text":"at once"}');
  expect(JSON.parse((await lines.next()).value)).toEqual([note]);
  const display = new WebSocket(`wss://localhost:${port}/api/v1/clients/connect`, {
    headers: Object.fromEntries([token.split(': ')]),
    rejectUnauthorized: false,
  });
  onTestFinished(() => display.terminate());
  await once(display, 'open');
  display.send(JSON.stringify(usualHello));
  const [welcome] = await once(display, 'message');
  expect(await curl('/clients', '-H', token)).toMatchObject([{ id: JSON.parse(String(welcome)).client_id }]);
}

const shell = (before: string, commands: string, env = {}) =>
  promisify(execFile)('sh', ['-euc', before + commands], { cwd: repository, env: { ...process.env, ...env } });

async function withPicture(server: ServerProcess) {
  const admin = await server.admin();
  const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
  const data = await picture('png', 21, 22);
  const { id } = await uploaded({ url: await server.listening }, admin, `${canvas}/images`, data);
  return { admin, canvas, data, image: `${canvas}/images/${id}` };
}

/** A program that is ended with the test. */
function run(program: string, ...args: string[]): void {
  const child = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

function makeCertificate(folder: TestFolder): void {
  const files = ['-keyout', folder.file('key.pem'), '-out', folder.file('cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, '-subj', '/CN=localhost'];
  execFileSync('openssl', made, { stdio: 'ignore' });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
