import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDoor, openDoor, SOCKET_PATH_MAX } from '../../server/start/open-door.ts';
import { easel as command, startCommand } from '../kit/command.ts';
import { useEasel } from '../kit/easel.ts';
import { form } from '../kit/files.ts';
import { freePort } from '../kit/free-port.ts';
import { svg } from '../kit/samples.ts';
import { ADMIN, withServer } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const root = join(import.meta.dirname, '../..');
const patience = { timeout: 180_000 };

test('the promises of the commands hold on a server of its own', patience, async () => {
  const env = { ...process.env, EASEL_PORT: String(await freePort()) };
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile('bash', [join(root, 'scripts/acceptance/door.sh')], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, out: `${stdout}${stderr}` }),
    );
  });
  expect(code, out).toBe(0);
});

describe('the door', () => {
  const easel = useEasel({ people: ['ann'] });
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor(easel.server.http, easel.folder);
    const running = { pid: process.pid, version: 'test', address: easel.url, socket: door.path, since: '', settings: [] };
    writeFileSync(join(easel.folder, 'running.json'), JSON.stringify(running));
  });
  afterAll(() => door.remove());

  const run = (words: string, input = '') => command(words, { EASEL_DATA_DIR: easel.folder }, input);
  const json = async (words: string) => JSON.parse(await quietly(`${words} --json`));
  const quietly = async (words: string): Promise<string> => {
    const { out, err } = await run(words);
    expect(err).toBe('');
    return out;
  };
  const ask = (method: string, path: string, body?: object): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { socketPath: door.path, method, path, headers: { 'Content-Type': 'application/json' } },
        async (answer) => resolve({ status: answer.statusCode!, text: await text(answer) }),
      );
      sent.once('error', reject).end(body && JSON.stringify(body));
    });

  test('is a file that only its owner can use', () => expect(statSync(door.path).mode & 0o777).toBe(0o600));

  test('leads to no page, and to no route of an account of its own', async () => {
    for (const path of ['/', '/session', '/welcome']) expect((await ask('GET', path)).status).toBe(404);
    const refusal = { status: 400, text: '{"msg":"This needs an account"}' };
    await easel.unchanged(async () => {
      for (const path of ['/users/me', '/users/1001/marks']) expect(await ask('GET', `/api/v1${path}`)).toEqual(refusal);
      for (const path of ['/canvases', '/users/logout']) expect(await ask('POST', `/api/v1${path}`, {})).toEqual(refusal);
    });
  });

  test('is the only way to the routes of the operator', async () => {
    for (const path of ['/operate/logs', '/operate/usage']) {
      expect((await ask('GET', path)).status).toBe(200);
      const { status } = await fetch(`${easel.url}${path}`, { headers: { 'Private-Token': easel.admin.token } });
      expect(status).toBe(404);
    }
  });

  test('takes eight connections at a time, and tells the ninth why', async () => {
    const open = await Promise.all(
      Array.from(
        { length: 8 },
        () =>
          new Promise<ReturnType<typeof connect>>((done) => {
            const socket = connect(door.path, () => done(socket));
          }),
      ),
    );
    const told = await new Promise<string>((done) => {
      const ninth = connect(door.path);
      text(ninth).then(done);
    });
    expect(told).toMatch(/^HTTP\/1\.1 503 .*Too many commands at a time/s);
    for (const socket of open) socket.destroy();
    await until(async () => (await ask('GET', '/operate/logs')).status === 200);
  });

  test('writes the command into the audit log, without an account and an address', async () => {
    await run(`user block ${easel.people.ann.id}`);
    const [entry] = (await easel.admin.get('/audit-log?action=user%20blocked')).body;
    expect(entry).toMatchObject({
      author_id: null,
      ip_address: '',
      author_name: expect.stringMatching(/^easel user block \(.+\)$/),
    });
    expect(await json('user list --blocked')).toMatchObject([{ id: easel.people.ann.id, blocked: true }]);
    expect((await easel.people.ann.get('/users')).status).toBe(403);
    await run(`user unblock ${easel.people.ann.id}`);
    expect((await easel.people.ann.get('/users')).status).toBe(200);
  });

  test('gives and takes the role of an administrator', async () => {
    const { email } = easel.people.ann;
    expect(await json(`user make-admin ${email}`)).toMatchObject({ admin: true });
    expect(await json(`user remove-admin ${email}`)).toMatchObject({ admin: false });
    const last = await easel.unchanged(() => run('user remove-admin 1000 --json'));
    expect(last).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(last.err)).toEqual({ msg: expect.any(String), exit: 1 });
  });

  test('makes tokens, which are told once and end when they are revoked', async () => {
    const { out } = await run(`token create ${easel.people.ann.email} --name robot --scopes read --expires 90d`);
    const robot = easel.as(out.trim());
    expect((await robot.get('/canvases')).status).toBe(200);
    expect((await robot.post('/canvases', {})).status).toBe(403);
    const [token] = await json(`token list ${easel.people.ann.email}`);
    expect(token).toMatchObject({ name: 'robot', scopes: ['read'] });
    expect(await run(`token revoke ${token.id}`)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((await robot.get('/canvases')).status).toBe(200);
    await run(`token revoke ${token.id} --yes`);
    expect((await robot.get('/canvases')).status).toBe(401);
  });

  test('moves canvases to the trash and back, gives them away, and deletes them', async () => {
    const { admin, people } = easel;
    const { id } = (await admin.post('/canvases', { name: 'Sprint' })).body;
    expect(await json('canvas delete Sprint')).toMatchObject({ id, in_trash: true });
    expect(await json('canvas list --trash')).toMatchObject([{ id }]);
    expect(await json('canvas restore Sprint')).toMatchObject({ id, in_trash: false, folder_id: '1000' });
    expect(await json(`canvas give Sprint ${people.ann.email}`)).toMatchObject({ folder_id: String(people.ann.id) });
    expect((await people.ann.get(`/canvases/${id}`)).body).toMatchObject({ access: 'owner' });
    const [given] = (await admin.get('/audit-log?action=canvas%20given')).body;
    expect(given).toMatchObject({ target_id: id, target_name: 'Sprint' });
    await admin.post('/canvases', { name: 'Twice' });
    await people.ann.post('/canvases', { name: 'Twice' });
    expect((await run('canvas delete Twice --for-good --yes')).err).toMatch(/^easel: 2 canvases are called Twice: write the id/);
    const own = (await json('canvas list')).find(
      (one: { folder_id: string; name: string }) => one.folder_id === '1000' && one.name === 'Twice',
    );
    const refused = await easel.unchanged(() => run(`canvas give ${own.id} ${people.ann.email}`));
    expect(refused).toMatchObject({ code: 1, err: 'easel: ann has a canvas of this name already\n' });
    await run('canvas delete Sprint --for-good --yes');
    expect((await admin.get(`/canvases/${id}`)).status).toBe(404);
  });

  test('gives what an account had to another one before it is deleted', async () => {
    const leaver = await easel.user({ name: 'leaver' });
    const { id } = (await leaver.post('/canvases', { name: 'Handed over' })).body;
    const folder = (await leaver.post('/canvas-folders', { name: 'Kept' })).body;
    const inFolder = (await leaver.post('/canvases', { name: 'Deep', folder_id: folder.id })).body;
    expect(await json(`user delete ${leaver.email} --give-to ${easel.people.ann.email} --yes`)).toMatchObject({ id: leaver.id });
    expect((await easel.admin.get(`/users/${leaver.id}`)).status).toBe(404);
    const home = String(easel.people.ann.id);
    expect((await easel.people.ann.get(`/canvases/${id}`)).body).toMatchObject({ folder_id: home, access: 'owner' });
    expect((await easel.people.ann.get(`/canvases/${inFolder.id}`)).body).toMatchObject({ folder_id: folder.id });
    expect(await easel.unchanged(() => run('user delete 1000 --give-to 1000 --yes'))).toMatchObject({ code: 1 });
  });

  test('empties every trash, and asks before', async () => {
    const { id } = (await easel.people.ann.post('/canvases', { name: 'Thrown away' })).body;
    await easel.people.ann.post(`/canvases/${id}/move`, { folder_id: `trash.${easel.people.ann.id}` });
    expect(await easel.unchanged(() => run('trash empty'))).toMatchObject({ code: 2 });
    await run('trash empty --yes');
    expect((await easel.admin.get(`/canvases/${id}`)).status).toBe(404);
  });

  test('tells the bytes of files, and removes files to which nothing refers', async () => {
    const canvas = (await easel.people.ann.post('/canvases', { name: 'Pictures' })).body;
    const made = await easel.people.ann.post(`/canvases/${canvas.id}/images`, ...form({ data: svg(), filename: 'a.svg' }));
    const { hash } = made.body;
    const [first] = await json('usage --by user --top 1');
    expect(first).toMatchObject({ id: String(easel.people.ann.id), name: easel.people.ann.email, bytes: svg().length });
    await run(`canvas delete ${canvas.id} --for-good --yes`);
    expect(await json('gc')).toEqual([]);
    easel.clock.advance(61 * 60_000);
    const [stray] = await easel.unchanged(() => json('gc --dry-run'));
    expect(stray).toMatchObject({ hash, bytes: svg().length });
    expect(await json('gc')).toMatchObject([{ hash }]);
    expect(await json('gc --dry-run')).toEqual([]);
    expect((await easel.admin.get('/audit-log?action=files%20swept')).body).toHaveLength(1);
  });

  test('prints the request of the server for a licence, which an issuer can read', async () => {
    const { out } = await run('licence request --key 4711');
    expect((await command(`licence show ${out.trim()}`)).out).toMatch(/key +4711/);
    const file = join(easel.folder, 'licence');
    writeFileSync(file, 'no licence');
    expect(await easel.unchanged(() => run(`licence install ${file}`))).toMatchObject({ code: 1 });
  });

  test('prints the status again when it changes, until Ctrl-C', async () => {
    const watching = startCommand(['status', '--watch'], { EASEL_DATA_DIR: easel.folder });
    expect(await watching.said(/^Easel .*: ok/)).toMatch(/^shutdown +ok/m);
    await run('drain');
    expect(await watching.said(/^\nEasel .*: unavailable/)).toContain('easel drain --undo');
    await run('drain --undo');
    await until(async () => watching.lines.length === 3, 100);
    watching.interrupt();
    expect(await watching.code).toBe(130);
    expect(watching.lines).toHaveLength(3);
  });

  test('says that the server works, and that it is drained', async () => {
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringMatching(/^Easel .*: ok\n/) });
    await run('drain');
    expect((await fetch(`${easel.url}/healthz/ready`)).status).toBe(503);
    expect((await run('status')).code).toBe(3);
    await run('drain --undo');
    expect((await fetch(`${easel.url}/healthz/ready`)).status).toBe(200);
  });

  test('changes the level of the log, and writes that down', async () => {
    expect(await easel.unchanged(() => run('log-level loud'))).toMatchObject({ code: 1 });
    expect(await json('log-level debug --for 5m')).toEqual({ level: 'debug', seconds: 300 });
    expect((await easel.admin.get('/audit-log?action=log%20level%20changed')).body).toHaveLength(1);
  });

  test('exports the audit log as lines of JSON and as CSV', async () => {
    const lines = (await run('audit export --format ndjson')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toContain(1);
    expect((await run('audit export --since 90d')).out).toMatch(/^\S*id,/i);
    expect((await run('audit export --since yesterday')).code).toBe(2);
  });

  test('refuses from afar what needs the machine, and works from afar with the token of an administrator', async () => {
    const file = join(easel.folder, 'token');
    writeFileSync(file, `${easel.admin.token}\n`);
    const afar = (words: string, env = { EASEL_TOKEN_FILE: file }) => command(`${words} --server ${easel.url}`, env);
    expect(await afar('logs')).toMatchObject({ code: 1, err: expect.stringContaining('only on the machine of the server') });
    expect(JSON.parse((await afar('user list --json')).out)).toHaveLength((await json('user list')).length);
    writeFileSync(file, easel.people.ann.token);
    expect(await easel.unchanged(() => afar('user block 1000'))).toMatchObject({ code: 1 });
    expect(await afar('user list', {} as never)).toMatchObject({ code: 2 });
  });

  test('completes words in bash', async () => {
    const { out } = await run('completion bash');
    const script = `${out}\nCOMP_WORDS=(easel user re); COMP_CWORD=2; _easel; echo "\${COMPREPLY[*]}"`;
    const words = await new Promise<string>((done) => execFile('bash', ['-c', script], (_, stdout) => done(stdout)));
    expect(words.trim().split(' ').sort()).toEqual(['remove-admin', 'reset-password']);
    expect(await run('completion tcsh')).toMatchObject({ code: 2 });
  });
});

test('the log is followed at a level that the server does not write, and Ctrl-C ends that', patience, () =>
  withServer({}, async (server, folder) => {
    const env = { EASEL_DATA_DIR: folder.path };
    await command('log-level error', env);
    const written = server.log.length;
    const following = startCommand(['logs', '--follow', '--level', 'info', '--request', 'the-request'], env);
    const caller = await server.caller();
    const login = (id: string) => caller.post('/users/login', ADMIN, { 'X-Request-ID': id });
    // The first lines of such a level come once the command has asked for it
    await until(async () => {
      await login('another-request');
      await login('the-request');
      return following.lines.length > 0;
    }, 100);
    expect(JSON.parse(following.lines[0]!)).toMatchObject({ request: 'the-request', route: '/users/login' });
    expect(following.lines.filter((line) => line.includes('another-request'))).toEqual([]);
    following.interrupt();
    expect(await following.code).toBe(130);
    expect(server.log.slice(written).filter(({ request }) => request === 'the-request')).toEqual([]);
  }),
);

test('a server that was killed leaves a socket, and the next one opens its own', patience, () =>
  withServer({}, async (server, folder) => {
    await server.end('SIGKILL');
    expect(existsSync(folder.file('easel.sock'))).toBe(true);
    const env = { EASEL_DATA_DIR: folder.path };
    expect(await command('user list --json', env)).toMatchObject({ code: 0 });
    const next = await folder.start();
    expect(await command('status', env)).toMatchObject({ code: 0 });
    await next.end('SIGTERM');
    expect(existsSync(folder.file('easel.sock'))).toBe(false);
  }),
);

test('a folder whose path is too long for a socket has its socket elsewhere, in a folder of its own', async () => {
  const above = mkdtempSync(join(tmpdir(), 'easel-long-'));
  const folder = join(above, 'd'.repeat(200));
  mkdirSync(folder);
  const opened: string[] = [];
  const http = { openDoor: async (path: string) => void opened.push(path) };
  const { path, remove } = await openDoor(http, folder);
  expect(opened).toEqual([path]);
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(SOCKET_PATH_MAX);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  remove();
  expect(existsSync(join(path, '..'))).toBe(false);
  rmSync(above, { recursive: true });
});

test('every command is named in docs/operating.md', async () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const { out } = await command('help');
  const names = [...out.matchAll(/^ {2}([a-z-]+)(?= )/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => name !== 'serve' && !page.includes(`easel ${name}`))).toEqual([]);
});
