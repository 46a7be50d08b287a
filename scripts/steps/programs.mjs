/**
 * The programs of the tests that start services of their own, because they stop them: PostgreSQL and NATS. None is downloaded.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where installers put PostgreSQL's programs without naming them in the path. */
const POSTGRES = '/usr/lib/postgresql';

/** A program of this machine; undefined: it is not there. */
export function program(name) {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...versions.map((one) => join(POSTGRES, one, 'bin')),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Why a cluster cannot be started here; undefined: it can. */
export function lackOfPrograms(where = program) {
  const missing = ['postgres', 'initdb', 'nats-server'].filter((name) => where(name) === undefined);
  if (missing.length > 0) return `no ${missing.join(' and no ')}; apt-get install postgresql nats-server`;
  return process.getuid?.() === 0 && postgresUser() === undefined
    ? 'PostgreSQL refuses root, and there is no user postgres'
    : undefined;
}

/** PostgreSQL refuses root. Undefined: the user who runs the tests can start it. */
export function postgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const id = (which) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
