import { randomUUID } from 'node:crypto';
import type { Driver, ScopeRow } from '../drivers/driver.ts';

/**
 * Where one process is at work: removes the live scopes that several have left. While there are several the row of a closed one
 * stays, as the next of its name goes on with its revisions.
 */
export async function buryScopes(driver: Driver, over: readonly ScopeRow[]): Promise<void> {
  if (driver.shared || over.length === 0) return;
  const nothing = { puts: [], deletes: [], assets: [], released: [], log: undefined };
  for (const { id, revision, head } of over) {
    const scope = { id, revision, head, compared: true, written: true, dead: true, ...nothing };
    await driver.commit([{ id: randomUUID(), scopes: [scope], audit: [] }]);
  }
  await driver.sweep();
}
