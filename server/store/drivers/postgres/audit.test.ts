import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPostgresThere, type PostgresSchema, postgresSchema } from '../../../../test/kit/postgres-schema.ts';
import { runs } from '../../../../test/kit/runs.ts';
import { entryHash, NO_HASH } from '../../audit/chain.ts';
import type { AuditQuestion } from '../../audit/types.ts';
import type { ChainedRecord } from '../../audit/verify.ts';
import type { AuditEntry } from '../driver.ts';
import { PostgresAudit } from './audit.ts';
import { auditTexts } from './audit-entries.ts';
import { auditStatements, parametersOf } from './audit-sql.ts';
import { auditTables } from './audit-tables.ts';

const entry = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  created_at: '2026-01-01T00:00:00.000Z',
  author: { id: 7, name: 'Ann', ip: '10.0.0.1' },
  action,
  target_type: 'Some_Thing',
  target_id: null,
  target_name: '',
  ...more,
});

describe.skipIf(!(await isPostgresThere()))('the audit log on PostgreSQL', () => {
  let schema: PostgresSchema;
  let pool: Pool;
  beforeEach(async () => {
    schema = await postgresSchema();
    pool = schema.pool();
    await pool.query(auditTables);
  });
  afterEach(() => schema.close());

  const append = (entries: readonly AuditEntry[]) => pool.query('SELECT append_audit($1)', [auditTexts(entries)]);
  const stored = async (): Promise<ChainedRecord[]> =>
    (await pool.query('SELECT * FROM audit ORDER BY id')).rows.map((row) => ({
      ...row,
      id: Number(row.id),
      author_id: row.author_id === null ? null : Number(row.author_id),
    }));

  test('the database makes the hashes that entryHash makes, of whatever texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\ud800', '"\\\u2028\u007f😀', '{"a":"\\u0000"}', ''),
    );
    const entries = fc.record({
      action: text,
      target_type: text,
      target_id: fc.option(text),
      target_name: text,
      created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'),
      author: fc.record({ id: fc.option(fc.maxSafeInteger()), name: text, ip: text }),
      details: fc.option(fc.dictionary(text, fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>, { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { maxLength: 20 }), async (some) => void (await append(some as AuditEntry[]))),
      { numRuns: runs(50) },
    );
    const log = await stored();
    let previous = NO_HASH;
    for (const [at, { hash, ...one }] of log.entries()) {
      expect([one.id, hash]).toEqual([at + 1, entryHash(previous, one)]);
      previous = hash;
    }
    expect(log.length).toBeGreaterThan(20);
  });

  test('transactions add their entries one after the other, and one that is rolled back leaves no gap', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    await Promise.all(
      clients.map(async (client, at) => {
        for (let n = 0; n < 20; n++) {
          await client.query('BEGIN');
          await client.query('SELECT append_audit($1)', [auditTexts([entry(`${at} ${n}`), entry('second')])]);
          await client.query(n % 3 ? 'COMMIT' : 'ROLLBACK');
        }
        client.release();
      }),
    );
    const log = await stored();
    expect(log.map(({ id }) => id)).toEqual(Array.from({ length: 4 * 13 * 2 }, (_, at) => at + 1));
    for (const [at, one] of log.entries()) expect(one.hash).toBe(entryHash(log[at - 1]?.hash ?? NO_HASH, one));
  });

  test('no statement changes the log or moves its marks to what is not there', async () => {
    await append([entry('a'), entry('b'), entry('c')]);
    const before = await stored();
    for (const statement of [
      "UPDATE audit SET action = 'x'",
      'DELETE FROM audit WHERE id = 1',
      'TRUNCATE audit',
      'TRUNCATE audit, audit_end, audit_removed',
      ...['audit_end', 'audit_removed'].flatMap((mark) => [
        `UPDATE ${mark} SET id = 9`,
        `UPDATE ${mark} SET id = 3, hash = ''`,
        `UPDATE ${mark} SET id = 0`,
        `DELETE FROM ${mark}`,
        `TRUNCATE ${mark}`,
        `INSERT INTO ${mark} VALUES (1, 9, '') ON CONFLICT (one) DO UPDATE SET id = 9`,
      ]),
      ...[3, 4, 5].map(
        (id) => `INSERT INTO audit SELECT ${id} + x, '', 1, '', '', '', '', '', '', '', '' FROM generate_series(0, 2, 2) AS x`,
      ),
    ])
      await expect(pool.query(statement), statement).rejects.toThrow('audit entries are');
    expect(await stored()).toEqual(before);
    await append([entry('d')]);
    expect((await stored()).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  test('two removals at once remove each entry once, and nothing behind the mark', async () => {
    await append(Array.from({ length: 1500 }, (_, at) => entry(`${at}`)));
    const [a, b] = [0, 1].map(() => new PostgresAudit(schema.asker(), schema.asker()));
    const upTo = (await stored())[1199]!;
    const remove = async (audit: PostgresAudit): Promise<void> => {
      while (await audit.removeAudit(upTo));
    };
    await Promise.all([remove(a!), remove(b!), append([entry('meanwhile')])]);
    expect((await stored()).map(({ id }) => id)).toEqual(Array.from({ length: 301 }, (_, at) => at + 1201));
    expect((await a!.auditEnds()).removed).toEqual({ id: 1200, hash: upTo.hash });
  });

  test('a text beyond ASCII is found as JavaScript compares it, and one of ASCII by its letters A to Z only', async () => {
    const names = [
      'Größer',
      'GRÖSSER',
      'GRÖßER',
      '\u212aelvin',
      'kelvin',
      '\u0130stanbul',
      'İstanbul x',
      'ΣΑΣ',
      'σας',
      '100%_\\',
      '100xxx',
    ];
    await append(names.map((name) => entry(name)));
    const audit = new PostgresAudit(schema.asker(), schema.asker());
    const find = async (text: string): Promise<string[]> => {
      const question: AuditQuestion = { filter: { text }, ids: [0, 99], order: 'oldest first', skip: 0, rows: 99, counted: true };
      const { entries, matched } = await audit.lookAtAudit(question);
      expect(matched).toBe(entries.length);
      return entries.map(({ action }) => action);
    };
    for (const text of ['grö', 'GRÖ', '\u212aelv', 'i\u0307st', '\u0130ST', 'ΣΑς', 'σας', 'Σ'])
      expect(await find(text), text).toEqual(names.filter((name) => name.toLowerCase().includes(text.toLowerCase())));
    for (const [text, found] of [
      ['KELVIN', ['kelvin']],
      ['100%_\\', ['100%_\\']],
      ['%', ['100%_\\']],
      ['gr', ['Größer', 'GRÖSSER', 'GRÖßER']],
    ] as const)
      expect(await find(text), text).toEqual(found);
  });

  test('long entries are found by a text beyond ASCII in several looks, and none of them twice', async () => {
    const long = { details: { text: 'ö'.repeat(100_000) } };
    await append(Array.from({ length: 12 }, (_, at) => entry(at % 2 ? 'Löwe' : 'Lowe', long)));
    const audit = new PostgresAudit(schema.asker(), schema.asker());
    const found: number[] = [];
    let looks = 0;
    let from: AuditQuestion['from'];
    do {
      const question = {
        filter: { text: 'LÖ' },
        ids: [0, 99],
        order: 'newest first',
        from,
        skip: 0,
        rows: 99,
        counted: false,
      } as const;
      const { entries, reached } = await audit.lookAtAudit(question);
      found.push(...entries.map(({ id }) => id));
      from = reached;
      looks++;
    } while (from);
    expect([found, looks > 2]).toEqual([[12, 10, 8, 6, 4, 2], true]);
  });

  test.each(['newest first', 'oldest first'] as const)('a stretch is read from the index of its filter, %s', async (order) => {
    await append(Array.from({ length: 3000 }, (_, at) => entry(`Action ${at % 3}`, { target_id: `${at % 5}` })));
    await pool.query('ANALYZE audit');
    for (const [filter, index] of [
      [{}, 'audit_by_time'],
      [{ authorId: 7 }, 'audit_by_author'],
      [{ targetId: '3' }, 'audit_by_target'],
      [{ action: 'ACTION 2' }, 'audit_by_action'],
    ] as const) {
      const question: AuditQuestion = { filter, ids: [0, 9999], order, skip: 0, rows: 10, counted: true };
      const ends = order === 'newest first' ? ['~', 0, '', 1] : ['', 1, '~', 0];
      const explain = {
        text: `EXPLAIN ${auditStatements(question).count.text}`,
        values: [...ends, ...parametersOf(question), 100],
      };
      const plan = (await pool.query(explain)).rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(`using ${index}`);
    }
  });
});
