import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type ProcessOptions,
  repository,
  type ServerProcess,
  type TestFolder,
  withFolder,
  withServer,
} from '../kit/server-process.ts';

/** An unusable data folder gives one line before anything listens: which path, who owns it, and what to do. */
const patience = { timeout: 60_000 };

async function refused(server: ServerProcess): Promise<string> {
  const { code } = await server.exited;
  expect([code, server.out.some((line) => line.includes('listening'))]).toEqual([1, false]);
  expect(server.err).toHaveLength(1);
  return server.err[0]!;
}

describe('a folder in which nothing can be made', patience, () => {
  test.skipIf(process.platform !== 'linux')('is refused at once, also below /proc, where Node would try for ever', () =>
    withFolder(async (folder) => {
      for (const path of ['/proc/easel', '/proc/easel/deep/down']) {
        const line = await refused(folder.spawn({ env: { EASEL_DATA_DIR: path } }));
        expect(line).toMatch(new RegExp(`^easel: the data folder ${path} cannot be written \\(ENOENT\\): .*EASEL_DATA_DIR`));
      }
    }),
  );

  const mounts = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

  test.skipIf(!mounts)(
    'because its disk is full says so, and speaks of no other server (skipped where nothing can be mounted)',
    () =>
      withFolder(async (folder) => {
        const { path } = folder;
        const full = `mount -t tmpfs -o size=64k none ${path} && head -c 1M /dev/zero > ${path}/all 2> /dev/null; exec "$0" "$@"`;
        const command = ['unshare', '-m', 'sh', '-c', full, process.execPath, 'dist/server/main.js'];
        const line = await refused(folder.spawn({ command }));
        expect(line).toMatch(new RegExp(`^easel: ${path}/easel.lock cannot be locked: database or disk is full`));
      }),
  );
});

describe('a folder of another account', patience, () => {
  const stranger = strangerWho();

  test.skipIf(!stranger)('is refused whatever in it is not ours (skipped where no account can be taken away)', () =>
    withServer({}, async (server, folder) => {
      await server.end('SIGTERM');
      for (const name of ['', 'easel.db', 'easel.lock', 'assets', 'mipmaps']) {
        if (name === 'mipmaps') mkdirSync(folder.file(name));
        const line = await stranger!.refusedBecauseOf(folder, name);
        expect(line).toMatch(/^easel: the data folder \S+ cannot be written \(EACCES\): /);
        expect(line).toContain(name === '' ? `: ${folder.path} belongs to ` : folder.file(name));
        expect(line).toMatch(/run ch(own|mod) -R /);
      }
    }),
  );
});

test('missing assets are made where no canvas has any', patience, () =>
  withServer({}, async (server, folder) => {
    await server.end('SIGTERM');
    rmSync(folder.file('assets'), { recursive: true });
    expect((await (await (await folder.start()).admin()).get('/users')).status).toBe(200);
  }),
);

/** Starts a server that may not write to part of a folder: as an account without rights for root, else with closed modes. */
function strangerWho() {
  const nobody = 65_534;
  if (process.getuid?.() === undefined) return undefined;
  if (process.getuid() !== 0) {
    return {
      async refusedBecauseOf(folder: TestFolder, name: string): Promise<string> {
        chmodSync(folder.file(name), name.includes('.') ? 0o400 : 0o500);
        const line = await refused(folder.spawn());
        chmodSync(folder.file(name), name.includes('.') ? 0o600 : 0o700);
        return line;
      },
    };
  }
  const reads = spawnSync(process.execPath, [`${repository}dist/cli/easel.js`, 'version'], { uid: nobody, gid: nobody });
  if (reads.status !== 0 || spawnSync('setpriv', ['--version']).status !== 0) return undefined;
  const command = [
    'setpriv',
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    process.execPath,
    'dist/server/main.js',
  ];
  const options: ProcessOptions = { command };
  return {
    async refusedBecauseOf(folder: TestFolder, name: string): Promise<string> {
      execFileSync('chown', ['-R', String(nobody), folder.path]);
      chownSync(folder.file(name), 0, 0);
      return refused(folder.spawn(options));
    },
  };
}
