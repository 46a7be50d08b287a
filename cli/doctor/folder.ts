import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH_MAX } from '../../server/start/open-door.ts';
import { type CheckDefinition, ok } from './check.ts';

const OTHERS = 0o077;
/** What is on its way longer than this came from a process that was killed. */
const OLD_MS = 86_400_000;
/** Names in the data folder that only a command or a start leaves that was killed. */
const UNFINISHED = /^(easel\.db\.restoring(-wal|-shm|-journal)?|.+\.new)$/;

export const folderChecks: readonly CheckDefinition[] = [
  {
    name: 'folder',
    costs: 'little',
    look({ folder }) {
      const { uid } = statSync(folder);
      const { uid: own, username } = userInfo();
      if (process.platform !== 'win32' && uid !== own && own !== 0)
        return {
          state: 'failed',
          says: `${folder} belongs to another account than ${username}`,
          mend: `sudo chown -R ${username} ${folder}`,
        };
      const open = ['', ...readdirSync(folder)].map((name) => join(folder, name)).filter(isOpen);
      if (open.length > 0)
        return {
          state: 'degraded',
          says: 'other accounts of this machine can read what is in the data folder',
          mend: `chmod -R go= ${folder}`,
          details: open,
          fix: { will: `take the rights of other accounts from ${open.length} files and folders`, run: async () => close(open) },
        };
      if (Buffer.byteLength(join(folder, 'easel.sock')) > SOCKET_PATH_MAX)
        return {
          state: 'degraded',
          says: `the path ${folder} is too long for a socket, so that of the server is among the temporary files`,
          mend: 'Name a folder with a shorter path in EASEL_DATA_DIR.',
        };
      return ok(`${folder} is for its account alone`);
    },
  },
  {
    name: 'leftovers',
    costs: 'little',
    look({ folder, now, isRunning }) {
      const incoming = join(folder, 'assets', 'incoming');
      const old = (path: string): boolean => now.getTime() - statSync(path).mtimeMs > OLD_MS;
      const left = [
        ...namesIn(folder)
          .filter((name) => UNFINISHED.test(name) || (name === 'easel.sock' && !isRunning))
          .map((name) => join(folder, name)),
        ...namesIn(incoming).map((name) => join(incoming, name)),
      ].filter((path) => old(path) || (!isRunning && path.endsWith('easel.sock')));
      if (left.length === 0) return ok('nothing is left of processes that were killed');
      return {
        state: 'degraded',
        says: `${left.length} files are left of processes that were killed`,
        mend: 'easel doctor --fix leftovers',
        details: left,
        fix: { will: `remove ${left.length} files that nobody needs`, run: async () => remove(left) },
      };
    },
  },
  {
    name: 'first_password',
    costs: 'little',
    look({ folder }) {
      const file = join(folder, 'admin-password');
      if (!existsSync(file)) return ok('no file holds a password');
      return {
        state: 'degraded',
        says: 'the generated password of the first administrator is still in a file',
        mend: `Sign in with it, choose another one, and remove the file: rm ${file}`,
      };
    },
  },
];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isOpen = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return process.platform !== 'win32' && found !== undefined && !found.isSocket() && (found.mode & OTHERS) !== 0;
};

function close(paths: readonly string[]): string {
  for (const path of paths) chmodSync(path, statSync(path).mode & ~OTHERS & 0o7777);
  return `${paths.length} files and folders are for their account alone now`;
}

function remove(paths: readonly string[]): string {
  for (const path of paths) rmSync(path, { force: true });
  return `${paths.length} files were removed`;
}
