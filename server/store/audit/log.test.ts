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
