import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, test } from 'vitest';
import { RawConnection } from '../http/raw-connection.ts';
import { ADMIN, type ProcessOptions, type ServerProcess, withFolder, withServer } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

/** Starts take longer on a busy machine. */
const patience = { timeout: 60_000 };

/** Starting and stopping as an operator does: processes, signals, exit codes and output. */
const people = { command: [process.execPath, 'dist/cli/easel.js', 'serve', '--people'] };

describe('npm run serve', patience, () => {
  test('without a password writes a generated one to a file that only its owner reads, and logs only its name', async () => {
    const options = { command: ['npm', 'run', 'serve'], env: { EASEL_ADMIN_PASSWORD: undefined, EASEL_LOG_REQUESTS: '1' } };
    await withServer(options, async (server, folder) => {
      const file = folder.file('admin-password');
      const password = readFileSync(file, 'utf8').trimEnd();
      expect([password.length >= 16, statSync(file).mode & 0o777]).toEqual([true, 0o600]);
      const { body } = await (await server.caller()).post('/users/login', { email: ADMIN.email, password });
      const admin = await server.caller(body.token);
      const made = (await admin.post('/users/1000/access-tokens', { name: 'of the body' })).body;
      await admin.patch('/users/1000', { name: 'name-of-the-body', password: 'changed-password' });
      await admin.get('/canvases/11111111-1111-4111-8111-111111111111/notes?secret-of-the-query=1');
      await admin.post('/users/login', { email: 'nobody@corp.example', password: 'tried-password' });
      const exit = await server.end('SIGTERM');
      const said = [...server.out, ...server.err].join('\n');
      expect(said).toContain(file);
      for (const secret of [
        password,
        body.token,
        made.plain_token,
        'changed-password',
        'tried-password',
        'of-the',
        'of the body',
      ]) {
        expect([secret, said.includes(secret)]).toEqual([secret, false]);
      }
      expect(server.out.filter((line) => !line.startsWith('{') && !/^(> .*)?$/.test(line))).toEqual([]);
      expect(server.log.filter(({ msg }) => msg === 'answered').length).toBeGreaterThanOrEqual(5);
      expect(exit.code).toBe(0);
    });
  });

  test('ends cleanly when only npm gets the signal, as from a service manager', () =>
    withServer({ command: ['npm', 'run', 'serve'] }, async (server) => {
      server.child.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(server.log.map(({ msg }) => msg).slice(-2)).toEqual(['ending', 'ended']);
    }));
});

describe('a start that fails', patience, () => {
  /** The exit code and the lines that the process printed for people. */
  const failure = (options: ProcessOptions) => withFolder((folder) => failedIn(folder.spawn(options)));
  const failedIn = async (server: ServerProcess): Promise<[number | null, ...string[]]> => {
    const { code } = await server.exited;
    // Whatever happens, the log says what was started
    return [code, ...server.err, ...server.out.filter((line) => !/"msg":"starting"/.test(line))];
  };

  test('says in one line that the port is in use', async () => {
    const taken = await listener();
    const port = portOf(taken);
    const said = await failure({ env: { EASEL_PORT: String(port) } });
    expect(said).toEqual([1, expect.stringMatching(new RegExp(`^easel: .*\\b${port}\\b.* in use`, 'i'))]);
    expect(await failure({ ...people, env: { EASEL_PORT: String(port) } })).toEqual(said);
    taken.close();
  });

  test('says in one line that the data folder cannot be written', () =>
    withFolder(async (folder) => {
      writeFileSync(folder.file('file'), '');
      for (const path of [folder.file('file'), folder.file('file/below')]) {
        const said = await failedIn(folder.spawn({ env: { EASEL_DATA_DIR: path } }));
        expect(said).toEqual([1, expect.stringContaining(`the data folder ${path} cannot be written`)]);
      }
    }));

  test('says in one line that the database file is not a database', () =>
    withFolder(async (folder) => {
      writeFileSync(folder.file('easel.db'), 'this is not a database, '.repeat(1000));
      const line = `easel: the database ${folder.file('easel.db')} cannot be opened: file is not a database`;
      expect(await failedIn(folder.spawn())).toEqual([1, line]);
    }));

  test('says in one line that a generated password cannot be written, and then makes no administrator', () =>
    withFolder(async (folder) => {
      mkdirSync(folder.file('admin-password'));
      const env = { EASEL_ADMIN_PASSWORD: undefined };
      for (const options of [{ env }, { ...people, env }]) {
        expect(await failedIn(folder.spawn(options))).toEqual([1, expect.stringMatching(/^easel: .*admin-password cannot be/)]);
      }
      rmdirSync(folder.file('admin-password'));
      expect((await (await (await folder.start()).admin()).get('/users/1000')).status).toBe(200);
    }));

  test('says in one line that another server uses the folder, and that server goes on', () =>
    withServer({}, async (first, folder) => {
      for (const options of [{}, people]) {
        expect(await failedIn(folder.spawn(options))).toEqual([1, expect.stringMatching(/^easel: .*another/i)]);
      }
      expect((await (await first.admin()).get('/users')).status).toBe(200);
    }));

  test('names every wrong setting at once, one line each, and shows no secret', async () => {
    const env = {
      EASEL_PORT: '80000',
      EASEL_KEEPALIVE_SECONDS: '0',
      EASEL_LOG_LEVEL: 'loud',
      EASEL_ADMIN_EMAIL: 'nobody',
      EASEL_ADMIN_PASSWORD: 'secret'.repeat(200),
      EASEL_TRUSTED_PROXIES: '10.0.0.0/99',
      EASEL_DATABASE_URL: 'mysql://x',
      EASEL_TLS_CERT: '/no/such/file',
      EASEL_STREAM_LIST_MODE_FILE: '/no/such/list-mode',
    };
    const [code, ...lines] = await failure({ env });
    const named = [...new Set(lines.map((line) => /^easel: (EASEL_[A-Z_]+?)(_FILE)? /.exec(String(line))?.[1]))];
    expect([code, named.filter((name) => name !== 'EASEL_TLS_KEY').sort()]).toEqual([
      1,
      Object.keys(env)
        .map((name) => name.replace(/_FILE$/, ''))
        .sort(),
    ]);
    expect(lines.join()).not.toContain('secret');
  });

  test('says in one line that certificate and key do not go together', () =>
    withFolder(async (folder) => {
      writeFileSync(folder.file('cert.pem'), 'no certificate');
      const env = { EASEL_TLS_CERT: folder.file('cert.pem'), EASEL_TLS_KEY: folder.file('cert.pem') };
      expect(await failedIn(folder.spawn({ env }))).toEqual([1, expect.stringMatching(/^easel: EASEL_TLS_CERT.*EASEL_TLS_KEY/)]);
    }));
});

test('every setting is also read from the file that its name with _FILE names', patience, () =>
  withFolder(async (folder) => {
    writeFileSync(folder.file('password'), 'password-of-a-file\n');
    writeFileSync(folder.file('email'), 'file@corp.example\n');
    const env = {
      EASEL_ADMIN_EMAIL: undefined,
      EASEL_ADMIN_PASSWORD: undefined,
      EASEL_ADMIN_EMAIL_FILE: folder.file('email'),
      EASEL_ADMIN_PASSWORD_FILE: folder.file('password'),
    };
    const server = await folder.start({ env });
    const login = { email: 'file@corp.example', password: 'password-of-a-file' };
    expect((await (await server.caller()).post('/users/login', login)).status).toBe(200);
  }),
);

test('no other account reads the database, also in a folder that others may read', patience, () =>
  withFolder(async (folder) => {
    chmodSync(folder.path, 0o755);
    writeFileSync(folder.file('easel.db'), '', { mode: 0o644 });
    const server = await folder.start();
    await (await server.admin()).post('/canvases');
    const mode = (name: string): [string, number] => [name, statSync(folder.file(name)).mode & 0o077];
    const names = readdirSync(folder.path);
    expect(names).toEqual(expect.arrayContaining(['easel.db', 'easel.db-wal', 'easel.lock', 'assets']));
    expect(names.map(mode)).toEqual(names.map((name) => [name, 0]));
  }),
);

test('a second start listens soon, with all that was there', patience, () =>
  withServer({}, async (first, folder) => {
    const made = (await (await first.admin()).post('/canvases', { name: 'kept' })).body;
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const next = await folder.start();
    expect((await (await next.admin()).get(`/canvases/${made.id}`)).body).toEqual(made);
    console.log(`second start: ${next.startTook.toFixed(0)} ms to "listening"`);
    // Half a second on a machine that is free; ten times what is promised is no wait for a processor
    expect(next.startTook).toBeLessThan(20_000);
    await next.end('SIGTERM');
  }),
);

describe('SIGTERM', patience, () => {
  test('closes the listener, ends streams cleanly, keeps all that was acknowledged, and is exit 0', () =>
    withServer({}, async (server, folder) => {
      const admin = await server.admin();
      const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
      const streams = await Promise.all(['/canvases', `${canvas}/notes?changes=1`, '/users'].map((path) => admin.watch(path)));
      const acknowledged: string[] = [];
      const write = async (): Promise<void> => {
        for (;;) {
          const answer = await admin.post(`${canvas}/notes`, { title: `note ${acknowledged.length}` }).catch(() => undefined);
          if (answer?.status !== 200) return;
          acknowledged.push(answer.body.id);
          if (acknowledged.length === 100) void server.end('SIGTERM');
        }
      };
      await Promise.all(Array.from({ length: 8 }, write));
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(await Promise.all(streams.map((stream) => stream.ended))).toEqual(['clean', 'clean', 'clean']);
      const shown = streams[1]!.unread.flatMap((line) => (line ? JSON.parse(line) : [])).map(({ id }: { id: string }) => id);
      const next = await (await folder.start()).admin();
      const kept = (await next.get(`${canvas}/notes`)).body.map(({ id }: { id: string }) => id);
      expect(acknowledged.length).toBeGreaterThanOrEqual(100);
      expect([...acknowledged, ...shown].filter((id) => !kept.includes(id))).toEqual([]);
    }));

  test(
    'is over whatever peers do: a stalled reader, half a request, an idle connection',
    () =>
      withServer({}, async (server) => {
        const admin = await server.admin();
        const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
        for (let at = 0; at < 8; at++) await admin.post(`${canvas}/notes`, { text: 'x'.repeat(1_000_000) });
        const port = await server.port();
        const sent = [
          `GET /api/v1${canvas}/notes?subscribe HTTP/1.1\r\nHost: a\r\nPrivate-Token: ${admin.token}\r\n\r\n`,
          'GET /api/v1/users HTTP/1.1\r\nHost: a\r\nX-Half',
          `POST /api/v1${canvas}/notes HTTP/1.1\r\nHost: a\r\nPrivate-Token: ${admin.token}\r\nContent-Length: 100\r\n\r\n{"te`,
          '',
        ];
        const peers = await Promise.all(sent.map(() => RawConnection.open(port, { paused: true })));
        for (const [at, peer] of peers.entries()) peer.send(sent[at]!);
        // A request of the same kind was answered, so everything that was sent before has arrived
        expect((await admin.get('/users')).status).toBe(200);
        const started = performance.now();
        const exit = await server.end('SIGTERM');
        const took = performance.now() - started;
        console.log(`SIGTERM with peers that do not go: ${took.toFixed(0)} ms`);
        for (const peer of peers) peer.close();
        expect(exit).toEqual({ code: 0, signal: null });
        // Nine seconds whatever happens, and on a busy machine as long for all that is not waiting
        expect(took).toBeLessThan(2 * 9_000);
      }),
    60_000,
  );
});

for (const [way, options] of [
  ['for people', people],
  ['for a service or a container', {}],
] as const) {
  test(
    `the first sign-in after a start ${way} makes a sample canvas, all of which is on the sheet`,
    () =>
      withFolder(async (folder) => {
        const first = await folder.start({ ...options, env: { EASEL_ADMIN_PASSWORD: undefined, EASEL_SAMPLE_CANVAS: '1' } });
        const file = folder.file('admin-password');
        const password = /Password: +(\S+)/.exec(first.out.join('\n'))?.[1] ?? readFileSync(file, 'utf8').trim();
        const { body } = await (await first.caller()).post('/users/login', { email: ADMIN.email, password });
        const admin = await first.caller(body.token);
        await expect.poll(async () => (await admin.get('/canvases')).body.length, { timeout: 20_000 }).toBe(1);
        const id = (await admin.get('/canvases')).body[0].id;
        const widgets = (await admin.get(`/canvases/${id}/widgets`)).body;
        const [root, ...placed] = widgets.filter((widget: { widget_type: string }) => 'location' in (widget as object));
        for (const { location, size, scale } of placed.filter((widget: { parent_id: string }) => widget.parent_id === root.id)) {
          expect([location.x >= 0, location.y >= 0]).toEqual([true, true]);
          expect(location.x + size.width * scale).toBeLessThanOrEqual(root.size.width);
          expect(location.y + size.height * scale).toBeLessThanOrEqual(root.size.height);
        }
        expect((await (await first.caller()).get(`/canvases/${id}/widgets`)).body).toEqual(widgets);
        expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
        const second = await folder.start({ ...options, env: { EASEL_SAMPLE_CANVAS: '1' } });
        expect((await (await second.caller(body.token)).get('/canvases')).body).toHaveLength(1);
        await second.end('SIGTERM');
      }),
    60_000,
  );
}

test(
  'the first start for people shows where to go',
  () =>
    withFolder(async (folder) => {
      const first = await folder.start({ ...people, env: { EASEL_ADMIN_PASSWORD: undefined } });
      const said = first.out.join('\n');
      expect(said).toContain(`Administrator:     ${ADMIN.email}`);
      // The file is removed once the password is printed, so that no password is lost
      await until(() => !existsSync(folder.file('admin-password')));
      expect(said).not.toContain('{"level"');
      expect(first.err).toEqual([]);
      expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
      const second = await folder.start({ ...people, env: { EASEL_LOG_REQUESTS: '1' } });
      expect(second.out.join('\n')).not.toMatch(/Password/);
      expect((await (await second.caller()).get('/server-info')).status).toBe(200);
      await second.end('SIGTERM');
      expect(second.log.map(({ msg }) => msg)).toContain('answered');
    }),
  60_000,
);

describe('TLS', patience, () => {
  const openssl = available('openssl', 'version');
  if (!openssl) console.log('SKIPPED, 1 test: TLS end to end, because there is no openssl to make a certificate with');

  test.skipIf(!openssl)(
    'serves HTTPS with the given certificate and redirects the plain port',
    () =>
      withFolder(async (folder) => {
        const [cert, key] = [folder.file('cert.pem'), folder.file('key.pem')];
        const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
        const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names];
        execFileSync('openssl', made, { stdio: 'ignore' });
        const plain = await listener();
        const port = portOf(plain);
        await new Promise((resolve) => plain.close(resolve));
        const env = { EASEL_TLS_CERT: cert, EASEL_TLS_KEY: key, EASEL_HTTPS_PORT: '0', EASEL_PORT: String(port) };
        const server = await folder.start({ env });
        const address = await server.listening;
        expect(address).toMatch(/^https:/);
        const ca = readFileSync(cert);
        const [status, text] = await fetched((take) => get(`${address}/api/v1/server-info`, { ca }, take));
        expect([status, JSON.parse(text)]).toMatchObject([200, { version: expect.any(String) }]);
        const [moved, , location] = await fetched((take) => getPlain(`http://127.0.0.1:${port}/api/v1/server-info?x=1`, take));
        expect([moved, location]).toEqual([308, `${address}/api/v1/server-info?x=1`]);
        // With TLS, the other port is the one in use
        const beside = { ...env, EASEL_HTTPS_PORT: new URL(address).port, EASEL_DATA_DIR: folder.file('beside') };
        const refused = folder.spawn({ env: beside });
        expect((await refused.exited).code).toBe(1);
        expect(refused.err).toEqual([expect.stringMatching(`^easel: Port ${beside.EASEL_HTTPS_PORT} .*EASEL_HTTPS_PORT`)]);
        expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      }),
    60_000,
  );
});

type Take = (response: import('node:http').IncomingMessage) => void;

function fetched(
  send: (take: Take) => import('node:http').ClientRequest,
): Promise<[status: number, text: string, location?: string]> {
  return new Promise((resolve, reject) => {
    const request = send(async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve([response.statusCode!, text, response.headers.location]);
    });
    request.on('error', reject);
  });
}

function listener(): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function available(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
