import { expect, it } from 'vitest';
import { AuditLog } from './log.ts';
import type { AuditDriver, AuditMark } from './types.ts';

const mark = (id: number): AuditMark => ({ id, hash: '0'.repeat(64) });

it('shows what could not be removed, so that the next run removes it', async () => {
  let removed = mark(0);
  let isFull = true;
  const driver: Pick<AuditDriver, 'auditEnds' | 'removeAudit'> = {
    auditEnds: async () => ({ removed, newest: mark(9) }),
    async removeAudit(upTo) {
      if (isFull) throw new Error('the disk is full');
      removed = upTo;
      return false;
    },
  };
  const log = new AuditLog(driver as AuditDriver);
  const remove = (): Promise<boolean> =>
    log.remove(
      mark(5),
      async () => undefined,
      () => false,
    );
  await expect(remove()).rejects.toThrow('the disk is full');
  expect((await log.ends()).removed.id).toBe(0);
  isFull = false;
  expect([await remove(), (await log.ends()).removed.id]).toEqual([true, 5]);
});

it('looks no further for somebody who has gone, also when nothing fits', async () => {
  let looks = 0;
  const lookAtAudit: AuditDriver['lookAtAudit'] = async () => {
    looks++;
    return { entries: [], matched: 0, reached: { created_at: '2026', id: 1 } };
  };
  const log = new AuditLog({ lookAtAudit } as Pick<AuditDriver, 'lookAtAudit'> as AuditDriver);
  const gone = (): void => {
    if (looks === 3) throw new Error('gone');
  };
  const question = { filter: {}, ids: [0, 9], order: 'newest first', skip: 0, rows: 9, counted: false } as const;
  await expect(log.portions(question, gone).next()).rejects.toThrow('gone');
  expect(looks).toBe(3);
});
