import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TRIMMED } from '../server/store/audit/chain.ts';
import { auditTexts } from '../server/store/drivers/postgres/audit-entries.ts';
import { auditTables } from '../server/store/drivers/postgres/audit-tables.ts';
import { easel } from '../test/kit/command.ts';
import { describeOnPostgres, schemaUrl } from '../test/kit/postgres-database.ts';
import { type PostgresSchema, postgresSchema } from '../test/kit/postgres-schema.ts';

await describeOnPostgres('easel audit with EASEL_DATABASE_URL', () => {
  let schema: PostgresSchema;
  let pool: Pool;
  beforeEach(async () => {
    schema = await postgresSchema();
    pool = schema.pool();
    await pool.query(auditTables);
    await append(...Array.from({ length: 450 }, (_, at) => ({ action: `Änn "${at}"` })));
  });
  afterEach(() => schema.close());

  const append = (...lines: { action: string; target_type?: string; details?: Record<string, unknown> }[]) => {
    const more = {
      created_at: '2026-01-01T00:00:00.000Z',
      author: { id: null, name: '', ip: '' },
      target_id: null,
      target_name: '',
    };
    return pool.query('SELECT append_audit($1)', [auditTexts(lines.map((line) => ({ ...more, target_type: 'user', ...line })))]);
  };
  const audit = (words: string) => easel(`audit ${words}`, { EASEL_DATABASE_URL: schemaUrl(schema.name) });
  const marks = async () => (await pool.query('SELECT id, hash FROM audit ORDER BY id')).rows as { id: string; hash: string }[];
  const head = async (): Promise<string> => (await audit('head')).out.trim();

  test('a log that nobody touched fits, also with a mark that was noted, and when retention has removed the oldest', async () => {
    const noted = await head();
    const { id, hash } = (await marks())[299]!;
    await append({ ...TRIMMED, details: { up_to_id: Number(id), up_to_hash: hash } });
    await pool.query(`SELECT remove_audit(${id}, 1000)`);
    expect(await audit(`verify --since ${noted}`)).toEqual({
      code: 0,
      out: `All 151 entries of the audit log are as they were written, after retention removed those up to 300. Newest: ${await head()}\n`,
      err: '',
    });
  });

  test('what somebody who owns the tables changed, removed or cut off is found', async () => {
    const noted = await head();
    const unguarded = (statement: string) =>
      pool.query(`ALTER TABLE audit DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit ENABLE TRIGGER USER`);
    await unguarded('DELETE FROM audit WHERE id = 450');
    expect((await audit(`verify --since ${noted}`)).err).toContain('the newest entries were cut off');
    await unguarded("UPDATE audit SET details = 'x' WHERE id = 400");
    expect((await audit('verify')).err).toContain('entry 400 is not the one that was written');
    await unguarded('DELETE FROM audit WHERE id = 7');
    expect(await audit('verify')).toMatchObject({ code: 3, err: expect.stringContaining('entry 7 is missing') });
  });

  test('a database without a log, or that cannot be reached, is told in one line without its password', async () => {
    const verify = async (url: string) => (await easel('audit verify', { EASEL_DATABASE_URL: url })).err;
    expect(await verify(schemaUrl('nobody_made_it'))).toContain('no server has made its tables in the schema nobody_made_it yet');
    expect(await verify('postgres://a:secret@127.0.0.1:1/x')).toMatch(
      /^easel: the database postgres:\/\/127.0.0.1:1\/x cannot be read: [^\n]*\n$/,
    );
    expect(await verify('postgres:x:secret')).toMatch(/^easel: EASEL_DATABASE_URL must be (?!.*secret)/);
  });
});
