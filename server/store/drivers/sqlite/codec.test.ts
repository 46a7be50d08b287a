import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../scheduler.ts';
import type { AuditEntry, Commit, Row, ScopeCommit } from '../driver.ts';
import { readCommits, readOutcome, readScopeRow, writeCommits, writeOutcome, writeScopeRow } from './codec.ts';
import { PacketReader, PacketWriter } from './packet.ts';

const text = fc.string({ unit: 'grapheme' });
const ordinal = fc.integer({ min: 1, max: 2 ** 50 });
const head = fc.record({ modified_at: text, asset_size: fc.nat(), preview_hash: text });
const row: fc.Arbitrary<Row> = fc.record({
  key: text,
  kind: text,
  version: fc.nat(9),
  ordinal,
  shown: text,
  hidden: fc.option(text),
});
const logged = fc.option(fc.array(fc.array(fc.oneof(row, text), { maxLength: 3 }), { maxLength: 3 }), { nil: undefined });
const hash = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'f'), minLength: 64, maxLength: 64 });
const scope: fc.Arbitrary<ScopeCommit> = fc.record({
  id: text,
  revision: fc.nat(),
  compared: fc.boolean(),
  written: fc.boolean(),
  head,
  dead: fc.boolean(),
  puts: fc.array(row, { maxLength: 4 }),
  deletes: fc.array(ordinal, { maxLength: 4 }),
  assets: fc.array(fc.record({ ordinal, hashes: fc.array(hash, { maxLength: 3 }) }), { maxLength: 3 }),
  released: fc.array(fc.record({ hash, at: fc.nat(), again: text }), { maxLength: 3 }),
  log: logged,
});
const audit: fc.Arbitrary<AuditEntry> = fc.record({
  created_at: text,
  author: fc.record({ id: fc.option(fc.nat()), name: text, ip: text }),
  action: text,
  target_type: text,
  target_id: fc.option(text),
  target_name: text,
  details: fc.option(fc.dictionary(text, fc.jsonValue(), { noNullPrototype: true }), { nil: undefined }),
});
const commit: fc.Arbitrary<Commit> = fc.record({
  id: text,
  scopes: fc.array(scope, { maxLength: 3 }),
  audit: fc.array(audit, { maxLength: 3 }),
});

const reread = (packet: PacketWriter): PacketReader => new PacketReader(packet.finish());

test('commits arrive as they were sent', () => {
  fc.assert(
    fc.property(fc.array(commit, { maxLength: 3 }), text, (commits, at) => {
      const read = readCommits(reread(atOnce(writeCommits(commits, at))));
      expect(read.at).toBe(at);
      expect(read.commits).toEqual(commits.map(asRead));
    }),
  );
});

test('scopes and outcomes arrive as they were sent', () => {
  const sent = { id: 'c', revision: 7, head: { modified_at: '', asset_size: 3, preview_hash: 'h' }, dead: true };
  const packet = new PacketWriter();
  writeScopeRow(packet, sent);
  expect(readScopeRow(reread(packet))).toEqual(sent);
  for (const is of ['durable', 'lost', 'unknown'] as const) {
    const answer = new PacketWriter();
    writeOutcome(answer, { is });
    expect(readOutcome(reread(answer))).toEqual({ is });
  }
  const answer = new PacketWriter();
  writeOutcome(answer, { is: 'failed', cause: new Error('database or disk is full') });
  expect(readOutcome(reread(answer))).toMatchObject({
    is: 'failed',
    cause: { message: expect.stringContaining('disk is full') },
  });
});

/** The form that the database stores: heads and logs as text, audit entries as a row of values. */
const asRead = ({ id, scopes, audit }: Commit) => ({
  id,
  scopes: scopes.map(({ head, log, ...rest }) => ({
    ...rest,
    staged: 0,
    head: JSON.stringify(head),
    log: log ? JSON.stringify(log) : null,
  })),
  audit: audit.map(({ author, ...line }) => [
    line.created_at,
    author.id,
    author.name,
    line.action,
    line.target_type,
    line.target_id,
    line.target_name,
    author.ip,
    line.details ? JSON.stringify(line.details) : '',
  ]),
});
