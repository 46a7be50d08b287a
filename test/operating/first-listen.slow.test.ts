import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN, type ServerProcess, type TestFolder, withFolder } from '../kit/server-process.ts';

/** The results of a first start are shown by the first start that listens. */
const patience = { timeout: 60_000 };
const generated = { EASEL_ADMIN_PASSWORD: undefined };
const people = { command: [process.execPath, 'dist/cli/easel.js', 'serve', '--people'], env: generated };

/** A start that made everything and then found its port in use: its exit code and its output. */
async function failedStart(folder: TestFolder, options: { command?: string[]; env: Record<string, string | undefined> }) {
  const taken = await listener();
  const failed = folder.spawn({ ...options, env: { ...options.env, EASEL_PORT: String((taken.address() as AddressInfo).port) } });
  const { code } = await failed.exited;
  taken.close();
  return { code, said: [...failed.out, ...failed.err].join('\n') };
}

function listener(): Promise<Server> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const printed = (server: ServerProcess, what: RegExp): string | undefined => what.exec(server.out.join('\n'))?.[1];
const signIn = async (server: ServerProcess, password: string): Promise<number> =>
  (await (await server.caller()).post('/users/login', { email: ADMIN.email, password })).status;

describe('after a first start that found its port in use', patience, () => {
  test('the next one prints the password, and one after that does not', () =>
    withFolder(async (folder) => {
      const failed = await failedStart(folder, people);
      const password = readFileSync(folder.file('admin-password'), 'utf8').trim();
      expect([failed.code, failed.said.includes(password)]).toEqual([1, false]);
      const second = await folder.start(people);
      expect(printed(second, /Password: +(\S+)/)).toBe(password);
      expect([await signIn(second, password), existsSync(folder.file('admin-password'))]).toEqual([200, false]);
      await second.end('SIGTERM');
      const third = await folder.start(people);
      expect(third.out.join('\n')).not.toMatch(/Password/);
    }));

  test('a start for machines logs the name of the file with the password, until that is deleted', () =>
    withFolder(async (folder) => {
      await failedStart(folder, { env: generated });
      const told = async (): Promise<unknown[]> => {
        const server = await folder.start({ env: generated });
        await server.end('SIGTERM');
        return server.log.filter(({ file }) => file === folder.file('admin-password')).map(({ email }) => email);
      };
      expect([await told(), await told()]).toEqual([[ADMIN.email], [ADMIN.email]]);
    }));

  test('a password that was changed since is not shown, and its file is removed', () =>
    withFolder(async (folder) => {
      await failedStart(folder, { env: generated });
      writeFileSync(folder.file('admin-password'), 'of another time\n');
      const server = await folder.start(people);
      expect(printed(server, /Password: +(\S+)/)).toBeUndefined();
      expect(existsSync(folder.file('admin-password'))).toBe(false);
    }));
});

describe('EASEL_ADMIN_PASSWORD', patience, () => {
  const warnings = (server: ServerProcess): unknown[] =>
    server.log.filter(({ level }) => Number(level) === 40).map(({ msg }) => msg);

  test('at a later start is reported to have no effect, unless it is the password anyway', () =>
    withFolder(async (folder) => {
      const first = await folder.start();
      expect(warnings(first)).toEqual([]);
      await first.end('SIGTERM');
      const same = await folder.start();
      expect(warnings(same)).toEqual([]);
      await same.end('SIGTERM');
      const other = await folder.start({ env: { EASEL_ADMIN_PASSWORD: 'another-password' } });
      expect(warnings(other)).toEqual([expect.stringMatching(/^EASEL_ADMIN_PASSWORD has no effect/)]);
      expect([await signIn(other, 'another-password'), await signIn(other, ADMIN.password)]).toEqual([401, 200]);
      expect(JSON.stringify(other.log)).not.toContain('another-password');
    }));
});
