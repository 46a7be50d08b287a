import { Client } from 'pg';
import { databaseName } from '../../server/settings/database-url.ts';
import type { ReleasedFile, Row } from '../../server/store/drivers/driver.ts';
import { readAddress } from '../../server/store/drivers/postgres/address.ts';
import { requireUsable } from '../../server/store/drivers/postgres/driver.ts';
import { migrate } from '../../server/store/drivers/postgres/migrations.ts';
import { movingTable } from '../../server/store/drivers/postgres/moving.ts';
import { type Rows, releasedParameters, rowParameters } from '../../server/store/drivers/postgres/parameters.ts';
import { reasonOf } from '../../server/store/drivers/postgres/reasons.ts';
import { SQL } from '../../server/store/drivers/postgres/sql.ts';
import type { StoredScope } from './source.ts';

/** Rows that are read at once, and bytes of their texts. */
const PORTION = [500, 1024 ** 2] as const;

export interface TargetScope extends StoredScope {
  readonly no: string;
}

/** The PostgreSQL database to which a server moves. Until `finish` no server starts on it. */
export class Target {
  private constructor(
    /** For people: without the password. */
    readonly name: string,
    private readonly client: Client,
  ) {}

  /** Throws one line for a person when it cannot be used, or holds anything but a half-done migration of this server. */
  static async open(url: string, serverId: string): Promise<Target> {
    const name = databaseName(url);
    const { config, schema } = readAddress(url);
    const client = new Client({ ...config, fallback_application_name: 'easel migrate' });
    // A lost connection also rejects what is under way
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SET synchronous_commit = on');
      await requireUsable(client);
      await takeAlone(client, schema);
      await requireEmpty(client, schema, serverId);
      return new Target(name, client);
    } catch (cause) {
      await client.end().catch(() => undefined);
      throw new Error(`the database ${name} cannot be used: ${reasonOf(cause)}`, { cause });
    }
  }

  /** The rows of a query, as objects. */
  async query<T>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.client.query(text, [...values])).rows;
  }

  async scopes(): Promise<Map<string, TargetScope>> {
    const rows = await this.query<TargetScope>('SELECT no, id, revision::float8, head, dead, commit_id FROM scopes');
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns its number. */
  async addScope({ id, revision, head, dead, commit_id }: StoredScope): Promise<string> {
    const [row] = await this.query<{ no: string }>(
      'INSERT INTO scopes (id, revision, head, dead, commit_id) VALUES ($1, $2, $3, $4, $5) RETURNING no',
      [id, revision, head, dead, commit_id],
    );
    return row!.no;
  }

  async removeScope({ no }: TargetScope): Promise<void> {
    for (const table of ['records', 'assets', 'released_files', 'log'])
      await this.query(`DELETE FROM ${table} WHERE scope = $1`, [no]);
    await this.query('DELETE FROM scopes WHERE no = $1', [no]);
  }

  async write(no: string, rows: Partial<Rows>): Promise<void> {
    const values = [[no], ...rowParameters([{ puts: [], deletes: [], assets: [], ...rows }])];
    await this.client.query({ ...SQL.write, values });
  }

  async writeReleased(no: string, files: readonly ReleasedFile[]): Promise<void> {
    await this.client.query({ ...SQL.keepReleased, values: releasedParameters(no, files) });
  }

  /** In ordinal order. */
  async *rows({ no }: TargetScope): AsyncGenerator<Row> {
    for (let last = 0; ; ) {
      const query = { ...SQL.rows, values: [no, last, ...PORTION] };
      const { rows } = await this.client.query<Row>(query);
      if (rows.length === 0) return;
      for (const row of rows) yield { ...row, ordinal: Number(row.ordinal) };
      last = Number(rows.at(-1)!.ordinal);
    }
  }

  async *files({ no }: TargetScope): AsyncGenerator<{ ordinal: number; hashes: string[] }> {
    yield* await this.query<{ ordinal: number; hashes: string[] }>(
      'SELECT ordinal::float8, array_agg(hash ORDER BY hash) AS hashes FROM assets WHERE scope = $1 GROUP BY ordinal ORDER BY ordinal',
      [no],
    );
  }

  released({ no }: TargetScope): Promise<ReleasedFile[]> {
    return this.query('SELECT hash, at::float8, again FROM released_files WHERE scope = $1 ORDER BY hash', [no]);
  }

  /** Everything is there: from now on a server can start on it. */
  async finish(): Promise<void> {
    await this.query('ANALYZE scopes, records, assets, released_files, audit');
    await this.query(movingTable.drop);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

async function takeAlone(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(hashtextextended('easel migrate to ' || $1, 0)) AS taken`, [
    schema,
  ]);
  if (!rows[0].taken) throw new Error('another easel migrate is at work on it');
}

async function requireEmpty(client: Client, schema: string, serverId: string): Promise<void> {
  await migrate(client, schema);
  await client.query('BEGIN');
  await client.query('LOCK TABLE scopes IN EXCLUSIVE MODE');
  const { rows: moving } = await client.query(movingTable.isThere);
  if (moving[0].there) {
    const { rows } = await client.query(movingTable.server);
    if (rows[0].server !== serverId) throw new Error(`it holds a half-done migration of another server, ${rows[0].server}`);
  } else {
    const { rowCount } = await client.query('SELECT FROM scopes LIMIT 1');
    if (rowCount !== 0) throw new Error('it is not empty: it holds the data of a server. Name another one, or another ?schema=');
    await client.query(movingTable.make(serverId));
  }
  await client.query('COMMIT');
}
