import { hashedValues, storable } from '../../audit/chain.ts';
import type { AuditEntry } from '../driver.ts';

/**
 * Each entry as the function `append_audit` takes it: the text that is hashed (server/store/audit/chain.ts), from behind its id
 * on. The database puts the hash before and the id in front, so that a commit with entries needs no second way.
 */
export const auditTexts = (entries: readonly AuditEntry[]): string[] => entries.map(auditText);

function auditText({ author, details, ...line }: AuditEntry): string {
  const entry = {
    ...line,
    id: 0,
    author_id: author.id,
    author_name: author.name,
    ip_address: author.ip,
    details: details ? JSON.stringify(details) : '',
  };
  const [, ...values] = hashedValues(entry).map((value) => (typeof value === 'string' ? storable(value) : value));
  return JSON.stringify(values).slice(1);
}
