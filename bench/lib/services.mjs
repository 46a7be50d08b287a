import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './easel.mjs';

/** Where installers put PostgreSQL's programs without naming them in the path. */
const POSTGRES = '/usr/lib/postgresql';
/** Ticks of processor time in a second, as Linux counts them for programs. */
const TICKS = 100;

/** A program of this machine. */
export function program(name) {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((a, b) => b - a) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...versions.map((one) => join(POSTGRES, one, 'bin')),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`no ${name}; apt-get install postgresql nats-server`);
  return found;
}

/** PostgreSQL refuses root. */
function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (which) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL of its own, with its usual settings, whose data is on the disk that is measured. */
export class Postgres {
  #child;

  static async start(processes) {
    const postgres = new Postgres();
    const folder = processes.folder();
    const user = postgresUser();
    if (user.uid) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C'], {
      ...user,
      stdio: 'ignore',
    });
    postgres.folder = folder;
    postgres.port = await freePort();
    postgres.#child = spawn(program('postgres'), ['-D', data, '-p', String(postgres.port), '-k', folder, '-N', '200'], {
      ...user,
      stdio: 'ignore',
    });
    endsWithThis(postgres.#child, 'SIGQUIT');
    while (!(await postgres.#answers())) await wait(20);
    return postgres;
  }

  url(database) {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async make(database) {
    await this.#query('postgres', `CREATE DATABASE ${database}`);
  }

  /** Commits a second that the load generator of PostgreSQL reaches: each changes one row of 300 bytes. Whole seconds. */
  async bareCommits({ connections, seconds }) {
    await this.#query('postgres', 'DROP TABLE IF EXISTS bare');
    await this.#query(
      'postgres',
      `CREATE TABLE bare AS SELECT id, repeat('x', 300) AS text FROM generate_series(1, ${connections}) id`,
    );
    await this.#query('postgres', 'ALTER TABLE bare ADD PRIMARY KEY (id)');
    const script = join(this.folder, 'bare.sql');
    execFileSync('sh', ['-c', 'cat > "$0"', script], { input: 'UPDATE bare SET text = text WHERE id = :client_id + 1;\n' });
    const args = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-n', '-M', 'prepared', '-f', script];
    args.push('-c', String(connections), '-T', String(seconds), 'postgres');
    return Number(/tps = ([\d.]+)/.exec(execFileSync(program('pgbench'), args, { encoding: 'utf8', stdio: 'pipe' }))[1]);
  }

  /** Processor time of all its processes that live now, in microseconds. */
  processorTime() {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statOf);
    const own = children.filter((one) => one && (one.parent === this.#child.pid || one.pid === this.#child.pid));
    return own.reduce((sum, { ticks }) => sum + ticks, 0) * (1e6 / TICKS);
  }

  async end() {
    await ended(this.#child, 'SIGINT');
  }

  async #answers() {
    try {
      await this.#query('postgres', 'SELECT 1');
      return true;
    } catch {
      return false;
    }
  }

  async #query(database, sql) {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }
}

/** A NATS server of its own. */
export class Nats {
  #child;

  static async start() {
    const nats = new Nats();
    const port = await freePort();
    nats.url = `nats://127.0.0.1:${port}`;
    nats.#child = spawn(program('nats-server'), ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    endsWithThis(nats.#child, 'SIGKILL');
    return nats;
  }

  async end() {
    await ended(this.#child, 'SIGTERM');
  }
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold blanks
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

function endsWithThis(child, signal) {
  const kill = () => child.kill(signal);
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

function ended(child, signal) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}
