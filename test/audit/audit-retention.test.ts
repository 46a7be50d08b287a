import { describe, expect, test } from 'vitest';
import { auditWitness, trimAuditLog } from '../../server/audit/jobs/audit-log.ts';
import { ALWAYS } from '../../server/jobs/leases.ts';
import type { AuditRecord } from '../../server/store/store.ts';
import { writeAudit } from '../kit/audited.ts';
import { easel as command } from '../kit/command.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { linksOf, pathOf } from '../kit/links.ts';
import { until } from '../kit/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function started(work: (easel: Easel) => Promise<void>, days = 0): Promise<void> {
  const easel = await startEasel({ env: { EASEL_AUDIT_RETENTION_DAYS: String(days) } });
  try {
    await work(easel);
  } finally {
    await easel.close();
  }
}

const write = (easel: Easel, action: string, count = 1): Promise<void> =>
  writeAudit(
    easel,
    { id: null, name: '', ip: '' },
    Array.from({ length: count }, () => ({ action })),
  );

const log = { debug: () => {}, warn: () => {}, info: () => {}, error: () => {} };
const trim = (easel: Easel, auditRetentionDays: number, isClosing = () => false): Promise<void> =>
  trimAuditLog({ store: easel.server.store, clock: easel.clock, log, settings: { auditRetentionDays } }, isClosing);

/** Not `unchanged`: days later, other jobs remove what has expired. */
async function leavesAll(easel: Easel, days: number): Promise<void> {
  const before = easel.audit();
  await trim(easel, days);
  expect(easel.audit()).toEqual(before);
}

const actions = (easel: Easel): unknown[] => [...new Set(easel.audit().map(({ action }) => action))];
const verify = (easel: Easel, since = '') =>
  command(`audit verify ${since && `--since ${since}`}`, { EASEL_DATA_DIR: easel.folder });
const head = async (easel: Easel): Promise<string> => (await command('audit head', { EASEL_DATA_DIR: easel.folder })).out.trim();

/** 500 entries of the first day, and one of the third. */
async function filled(easel: Easel): Promise<{ id: number; hash: string }> {
  await write(easel, 'old', 500);
  const last = easel.audit().at(-1) as { id: number; hash: string };
  easel.clock.advance(2 * DAY);
  await write(easel, 'younger');
  return last;
}

describe('retention', () => {
  test('removes entries once a whole day of them is old enough, and an entry says which', () =>
    started(async (easel) => {
      const upTo = await filled(easel);
      easel.clock.advance(29 * DAY - 1);
      await leavesAll(easel, 30);
      easel.clock.advance(1);
      await trim(easel, 30);
      expect(actions(easel)).toEqual(['younger', 'Audit log trimmed']);
      const details = { up_to_id: upTo.id, up_to_hash: upTo.hash, entries: upTo.id, before: '2026-01-02T00:00:00.000Z' };
      const entry = { author_id: null, author_name: '', target_type: 'audit_log', target_id: null, ip_address: '' };
      expect(easel.audit().at(-1)).toMatchObject({ ...entry, id: upTo.id + 2, details: JSON.stringify(details) });
      const { code, out } = await verify(easel);
      expect([code, out]).toEqual([0, expect.stringContaining(`All 2 entries of the audit log are as they were written, after`)]);
      await leavesAll(easel, 30);
    }));

  test('is off by default, and then nothing is ever removed', () =>
    started(async (easel) => {
      await filled(easel);
      const before = easel.audit();
      easel.clock.advance(1000 * DAY);
      await trim(easel, 0);
      await easel.restart();
      expect(easel.audit().slice(0, before.length)).toEqual(before);
    }));

  test('is done by the server, by its setting', () =>
    started(async (easel) => {
      const { id } = await filled(easel);
      easel.clock.advance(30 * DAY);
      await until(() => easel.audit()[0]!.id === id + 1);
      expect(actions(easel)).toEqual(['younger', 'Audit log trimmed']);
    }, 30));

  test('leaves an old entry behind one that is younger by its clock', () =>
    started(async (easel) => {
      easel.clock.setDate(Date.UTC(2026, 0, 20));
      await write(easel, 'by a wrong clock');
      easel.clock.setDate(Date.UTC(2026, 0, 1));
      await write(easel, 'old');
      easel.clock.setDate(Date.UTC(2026, 1, 1));
      await trim(easel, 30);
      expect(actions(easel)).toEqual(['by a wrong clock', 'old', 'Audit log trimmed']);
    }));

  test('waits while somebody reads the whole log, and nobody is shown what it has begun to remove', () =>
    started(async (easel) => {
      await filled(easel);
      easel.clock.advance(30 * DAY);
      const release = easel.server.store.audit.hold();
      await leavesAll(easel, 30);
      release();
      // The removal is announced and not done, as when the server ends then
      let asked = 0;
      await trim(easel, 30, () => ++asked > 1);
      expect(easel.audit().length).toBeGreaterThan(500);
      easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
      const { body } = await easel.admin.get('/audit-log?per_page=1000');
      expect(body.map(({ action }: AuditRecord) => action)).toEqual(['Login', 'Audit log trimmed', 'younger']);
      expect(await verify(easel)).toMatchObject({ code: 0 });
    }));

  test('goes on after a restart', () =>
    started(async (easel) => {
      const { id } = await filled(easel);
      easel.clock.advance(30 * DAY);
      let asked = 0;
      await trim(easel, 30, () => ++asked > 1);
      await easel.restart();
      expect(await verify(easel)).toMatchObject({ code: 0 });
      await trim(easel, 30);
      expect(easel.audit()[0]!.id).toBe(id + 1);
      expect(await verify(easel)).toMatchObject({ code: 0 });
    }));

  test('a later one may remove the entry of an earlier one', () =>
    started(async (easel) => {
      await filled(easel);
      easel.clock.advance(30 * DAY);
      await trim(easel, 30);
      easel.clock.advance(60 * DAY);
      await trim(easel, 30);
      expect(actions(easel)).toEqual(['Audit log trimmed']);
      expect(await verify(easel)).toMatchObject({ code: 0 });
    }));

  test('a walk that has begun ends where the log now ends', () =>
    started(async (easel) => {
      await filled(easel);
      easel.clock.advance(30 * DAY);
      easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
      const { next } = linksOf(await easel.admin.get('/audit-log?per_page=2'));
      await trim(easel, 30);
      const answer = await easel.admin.get(pathOf(next!));
      expect([answer.body, linksOf(answer).next]).toEqual([[], undefined]);
    }));
});

describe('a noted entry', () => {
  test('is proved by the log that it belongs to, and by the mark up to which entries were removed', () =>
    started(async (easel) => {
      const first = await head(easel);
      const { id, hash } = await filled(easel);
      expect(await head(easel)).toMatch(/^\d+:[0-9a-f]{64}$/);
      for (const since of [first, `${id}:${hash}`, await head(easel)])
        expect(await verify(easel, since)).toMatchObject({ code: 0 });
      easel.clock.advance(30 * DAY);
      await trim(easel, 30);
      expect(await verify(easel, `${id}:${hash}`)).toMatchObject({ code: 0 });
      const { code, err } = await verify(easel, first);
      expect([code, err]).toEqual([3, expect.stringContaining('retention has removed entry')]);
    }));

  test('stands in the log of the server soon after its start, and then once a day', () =>
    started(async (easel) => {
      const lines: object[] = [];
      const { server, clock } = easel;
      const leases = { hold: () => ALWAYS, take: async () => true };
      const job = auditWitness({
        leases,
        store: server.store,
        clock,
        log: { ...log, info: (fields: object) => lines.push(fields) },
      });
      job.start((cause) => expect(cause).toBeUndefined());
      clock.advance(10_000);
      await until(() => lines.length === 1);
      const first = await head(easel);
      await write(easel, 'later');
      clock.advance(DAY);
      await until(() => lines.length === 2);
      expect(lines).toEqual([{ head: first }, { head: await head(easel) }]);
      await job.close();
    }));
});
