import type { AuditRecord } from '../store/store.ts';

/** Columns of the file, in this order (interface/auth 10.4). */
const columns = [
  'id',
  'created_at',
  'author_id',
  'author_name',
  'action',
  'target_type',
  'target_id',
  'target_name',
  'ip_address',
  'details',
] as const satisfies readonly (keyof AuditRecord)[];

export const csvHead = `${columns.join(',')}\r\n`;

/** A line as RFC 4180 has it. */
export const csvLine = (entry: AuditRecord): string => `${columns.map((column) => cellOf(entry[column])).join(',')}\r\n`;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet takes a text that begins so for a formula, and some of these texts come from strangers
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
