import { createHash } from 'node:crypto';
import type { AuditRecord } from './types.ts';

/** Stands for the hash of an entry before the first. */
export const NO_HASH = '0'.repeat(64);

/**
 * The hash of an entry: SHA-256 over the UTF-8 of a JSON array without blanks, in which the hash of the entry before comes
 * first, and then the values of the entry in this order. docs/audit.md says it for people who check the log with a program of
 * their own, so it never changes.
 */
export const entryHash = (previous: string, entry: AuditRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([previous, ...hashedValues(entry)]))
    .digest('hex');

/** The values of an entry that are hashed, its id first. */
export function hashedValues(entry: AuditRecord): (string | number | null)[] {
  const { id, created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details } = entry;
  return [id, created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details];
}

/** A text as any database keeps it: it has neither lone surrogates nor U+0000. What is hashed is what is kept. */
export const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\ufffd');

/** The action and type of the entry that retention leaves; its details name the newest entry that it removed. */
export const TRIMMED = { action: 'Audit log trimmed', target_type: 'audit_log' } as const;
