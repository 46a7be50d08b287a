import type { AuditRecord, Author } from '../../server/store/store.ts';
import type { Easel } from './easel.ts';

export interface AuditLine {
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly target_name: string;
  readonly author_id: number;
  // biome-ignore lint/suspicious/noExplicitAny: details have many shapes
  readonly details: any;
}

/** The audit entries that some requests wrote, details parsed. */
export async function audited(easel: Easel, work: () => Promise<unknown>): Promise<AuditLine[]> {
  const from = easel.audit().length;
  await work();
  return easel.audit().slice(from).map(readable);
}

const readable = (entry: Record<string, unknown>): AuditLine =>
  ({ ...entry, details: entry.details === '' ? undefined : JSON.parse(String(entry.details)) }) as unknown as AuditLine;

/** The audit entries of some requests, as `action target_name`. */
export const actions = async (easel: Easel, work: () => Promise<unknown>): Promise<string[]> =>
  (await audited(easel, work)).map(({ action, target_name }) => `${action}: ${target_name}`);

type Line = Partial<Pick<AuditRecord, 'action' | 'target_type' | 'target_id' | 'target_name'>> & { readonly details?: object };

/** Writes entries in one commit, as commands do. */
export const writeAudit = ({ server }: Easel, author: Author, lines: readonly Line[]): Promise<void> =>
  server.store.submit<void>({
    scopes: ['directory'],
    author,
    permit: () => undefined,
    run(tx) {
      for (const { details, ...line } of lines) {
        const whole = { action: 'Looked', target_type: 'thing', target_id: null, target_name: '', ...line };
        tx.audit({ ...whole, ...(details && { details: details as Record<string, unknown> }) });
      }
    },
  });
