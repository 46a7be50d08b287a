import { initialValues } from '../../model/field.ts';
import { BACKUPS, Backup } from '../../model/resources/backup.ts';
import { SERVER } from '../../server/store/store.ts';
import type { Easel } from './easel.ts';

/** Puts the record of a backup into the list of the server that nobody has made, because a whole one takes a process. */
export async function backupRecord({ server }: Pick<Easel, 'server'>): Promise<string> {
  const id = '20261123T021500Z-ffff';
  await server.store.submit({
    scopes: [BACKUPS],
    author: SERVER,
    permit: () => undefined,
    run: (tx) => tx.scope(BACKUPS).insert(Backup, { ...initialValues(Backup.fields), id, started_at: tx.now }),
  });
  return id;
}
