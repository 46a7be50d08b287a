import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresUser, program } from '../../../scripts/steps/programs.mjs';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { Service } from './programs.ts';

/** A PostgreSQL of its own that waits for the disk as usual. It takes connections from this machine without a password. */
export class Postgres {
  readonly #service: Service;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    /** Address by which nodes reach it. */
    readonly host: string,
  ) {
    const settings = ['fsync=on', 'max_connections=200', 'listen_addresses=*', 'log_min_messages=fatal'];
    const args = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, ...settings.flatMap((one) => ['-c', one])];
    this.#service = new Service('postgres', args, { ...postgresUser() });
  }

  static async start(host = '127.0.0.1'): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'easel-postgres-'));
    const user = postgresUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const args = ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await promisify(execFile)(program('initdb')!, args, { ...user, cwd: folder });
    if (host !== '127.0.0.1') {
      appendFileSync(join(folder, 'data', 'pg_hba.conf'), `host all all ${host}/24 trust\n`);
    }
    const postgres = new Postgres(folder, await freePort(), host);
    await postgres.again();
    return postgres;
  }

  get url(): string {
    return `postgres://postgres@${this.host}:${this.port}/postgres`;
  }

  /** Starts it, and waits until it takes connections. */
  async again(): Promise<void> {
    this.#service.start();
    await until(() => this.#answers(), 20);
  }

  /** `immediate`: as a crash does, so that it recovers from its log. `fast`: ends sessions and shuts down in order. */
  stop(how: 'immediate' | 'fast'): Promise<void> {
    return this.#service.stop(how === 'immediate' ? 'SIGQUIT' : 'SIGINT');
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
