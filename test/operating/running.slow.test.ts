import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { easel } from '../kit/command.ts';
import { ADMIN, type ServerProcess, withServer } from '../kit/server-process.ts';

/** What a server tells its operator: in its log, in its data folder, and through `easel settings`. */
const patience = { timeout: 60_000 };

describe('the log at start', patience, () => {
  const starting = (server: ServerProcess) => server.log.find(({ msg }) => msg === 'starting')!;

  test('says version, data folder and every setting that is not at its default, and masks secrets', () =>
    withServer({ env: { EASEL_KEEPALIVE_SECONDS: '20', EASEL_PREVIEWS: '1' } }, async (server, folder) => {
      const { version, data, settings } = starting(server);
      expect(settings).toEqual({
        EASEL_PORT: '0',
        EASEL_DATA_DIR: folder.path,
        EASEL_ADMIN_EMAIL: ADMIN.email,
        EASEL_ADMIN_PASSWORD: '********',
        EASEL_KEEPALIVE_SECONDS: '20',
        EASEL_SAMPLE_CANVAS: '0',
      });
      expect([version, data]).toEqual([(await (await server.caller()).get('/server-info')).body.version, folder.path]);
      expect((await easel('version')).out.split(' ')[0]).toBe(String(version).split(' ')[0]);
    }));

  test('warns of what is dangerous once other machines reach the server', () =>
    withServer({ env: { EASEL_HOST: '0.0.0.0' } }, async (server) => {
      const warnings = server.log.filter(({ level }) => level === 40).map(({ msg }) => String(msg).split(' ')[0]);
      expect(warnings).toEqual(['EASEL_HOST', 'EASEL_TRUSTED_PROXIES']);
    }));
});

test('a refused sign-in is logged with the address of the client, also behind a trusted proxy', patience, () =>
  withServer({ env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } }, async (server) => {
    const caller = await server.caller();
    const tries = async (form: object, headers = {}): Promise<number> =>
      (await caller.post('/users/login', form, headers)).status;
    const wrong = { email: ADMIN.email, password: 'wrong-password' };
    const statuses = [await tries(wrong), await tries(wrong, { 'x-forwarded-for': '203.0.113.9' }), await tries(ADMIN)];
    await caller.get('/users');
    await server.end('SIGTERM');
    const lines = server.log.filter(({ msg }) => msg === 'answered').map(({ status, address }) => [status, address]);
    expect(statuses).toEqual([401, 401, 200]);
    expect(lines).toEqual([
      [401, '127.0.0.1'],
      [401, '203.0.113.9'],
      [200, undefined],
      [401, undefined],
    ]);
  }),
);

describe('easel settings', patience, () => {
  test('prints what the server on the data folder has, whatever the shell says, and without one what the shell has', () =>
    withServer({ env: { EASEL_KEEPALIVE_SECONDS: '20' } }, async (server, folder) => {
      const shell = { EASEL_DATA_DIR: folder.path, EASEL_KEEPALIVE_SECONDS: '25', EASEL_PORT: '4' };
      const { code, out, err } = await easel('settings', shell);
      expect([code, err]).toEqual([0, '']);
      const whose = `on ${await server.listening}, process ${server.child.pid} since \\S+, data in ${folder.path}\\.`;
      expect(out).toMatch(new RegExp(`^Values of the running server: \\S+ \\[\\S+\\] ${whose}\n`));
      expect(out).toContain('  EASEL_KEEPALIVE_SECONDS = 20 (environment)\n');
      expect(out).toContain('  EASEL_PORT = 0 (environment)\n');
      expect(out).toContain('  EASEL_ADMIN_PASSWORD = ******** (environment)\n');
      const own = await easel('settings --shell', shell);
      expect(own.out).toMatch(/^Values of this shell: /);
      expect(own.out).toContain('  EASEL_KEEPALIVE_SECONDS = 25 (environment)\n');
      await server.end('SIGTERM');
      expect((await easel('settings', shell)).out).toBe(own.out);
    }));

  test('is not misled by the file of a killed server, which no other account can read', () =>
    withServer({}, async (server, folder) => {
      const file = folder.file('running.json');
      expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').includes(ADMIN.password)]).toEqual([0o600, false]);
      await server.end('SIGKILL');
      expect(existsSync(file)).toBe(true);
      expect((await easel('settings', { EASEL_DATA_DIR: folder.path })).out).toMatch(/^Values of this shell: /);
    }));
});

describe('easel user reset-password', patience, () => {
  const login = async (server: ServerProcess, password: string): Promise<number> =>
    (await (await server.caller()).post('/users/login', { email: ADMIN.email, password })).status;

  test('gives an account another password, ends its sessions, keeps its permanent tokens, and is in the audit log', () =>
    withServer({}, async (server, folder) => {
      const env = { EASEL_DATA_DIR: folder.path };
      const admin = await server.admin();
      const { plain_token } = (await admin.post('/users/1000/access-tokens', { name: 'kept' })).body;
      await server.end('SIGTERM');
      const { code, out, err } = await easel(`user reset-password ${ADMIN.email.toUpperCase()}`, env);
      expect([code, err]).toEqual([0, expect.stringMatching(`^easel: ${ADMIN.email} has a new password; all its sessions`)]);
      expect(out).toMatch(/^\S{16,}\n$/);
      const next = await folder.start();
      expect([await login(next, ADMIN.password), await login(next, out.trim())]).toEqual([401, 200]);
      expect((await (await next.caller(admin.token)).get('/users')).status).toBe(401);
      expect((await (await next.caller(plain_token)).get('/users')).status).toBe(200);
      await next.end('SIGTERM');
      expect(
        folder
          .audit()
          .slice(-3)
          .map(({ action, author_name }) => [action, author_name]),
      ).toEqual([
        ['Password changed', expect.stringMatching(/^easel user reset-password \(.+\)$/)],
        ['Login failed', ''],
        ['Login', 'admin'],
      ]);
    }));

  test('reads the password from standard input when asked to', () =>
    withServer({}, async (server, folder) => {
      await server.end('SIGTERM');
      const env = { EASEL_DATA_DIR: folder.path };
      const words = `user reset-password ${ADMIN.email} --stdin`;
      expect(await easel(words, env, 'short\n')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/at least 8/) });
      expect(await easel(words, env, 'of the standard input\n')).toMatchObject({ code: 0, out: '' });
      expect(await login(await folder.start(), 'of the standard input')).toBe(200);
    }));

  test('works while a server runs; is refused for an account that is not there, and where there is no database', () =>
    withServer({}, async (server, folder) => {
      const env = { EASEL_DATA_DIR: folder.path };
      const refused = async (words: string, exit: number, of = env): Promise<string> => {
        const { code, out, err } = await easel(words, of);
        expect([code, out, err.split('\n')]).toEqual([exit, '', [expect.any(String), '']]);
        return err;
      };
      const words = `user reset-password ${ADMIN.email} --stdin`;
      expect(await easel(words, env, 'while it serves')).toMatchObject({ code: 0, out: '' });
      expect([await login(server, ADMIN.password), await login(server, 'while it serves')]).toEqual([401, 200]);
      await server.end('SIGTERM');
      const before = folder.audit();
      expect(await refused('user reset-password nobody@corp.example', 1)).toMatch(/nobody has the e-mail address nobody@corp/);
      expect(folder.audit()).toEqual(before);
      const empty = { EASEL_DATA_DIR: folder.file('empty') };
      expect(await refused(`user reset-password ${ADMIN.email}`, 4, empty)).toMatch(/there is no database .*easel.db/);
      expect(existsSync(folder.file('empty'))).toBe(false);
    }));
});
