import type { Progress } from '../progress.ts';
import { compareAudit, copyAudit } from './audit-log.ts';
import { compareScopes, copyScopes } from './scopes.ts';
import type { Source } from './source.ts';
import { Target } from './target.ts';

/**
 * Copies the whole database and compares both. Ended anywhere, the next call goes on. Until it resolves no server starts on the new
 * database. Returns what was moved, for people; throws one line for a person.
 */
export async function moveDatabase(source: Source, to: string, progress: Progress): Promise<string> {
  const target = await Target.open(to, source.serverId);
  try {
    await copyScopes(source, target, progress);
    await copyAudit(source, target, progress);
    progress.tell('everything is copied; now both sides are compared');
    const records = await compareScopes(source, target, progress);
    const entries = await compareAudit(source, target, progress);
    await target.finish();
    return `${target.name} has all ${records} records and ${entries} entries of the audit log, compared one by one.`;
  } finally {
    await target.close();
  }
}
