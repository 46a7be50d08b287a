import { BACKUPS, Backup } from '../../model/resources/backup.ts';
import { timestamp } from '../clock.ts';
import { type Author, DIRECTORY, SERVER, type Store } from '../store/store.ts';
import type { FinishedBackup } from './backup-process.ts';

/** @bound Backups that failed and are in the list: the oldest goes. */
const FAILED = 100;

/** An account that asks for a backup. */
export interface Asking {
  readonly author: Author;
  readonly permit: () => void;
}

const BY_ITSELF: Asking = { author: SERVER, permit: () => undefined };

/** The backups as the interface shows them: the one that is being made, those that failed, and those that are there. */
export class BackupRecords {
  constructor(private readonly store: Pick<Store, 'submit'>) {}

  /** Before anybody may ask. */
  async open(): Promise<void> {
    await this.store.submit({ scopes: [BACKUPS], fresh: [BACKUPS], ...BY_ITSELF, run: () => undefined });
  }

  /** @returns the text of the record. `asking`: whoever wants to be in the audit log with it; undefined: the server by itself. */
  begin(id: string, now: number, asking: Asking | undefined): Promise<string> {
    const { author, permit } = asking ?? BY_ITSELF;
    return this.store.submit({
      scopes: asking ? [DIRECTORY, BACKUPS] : [BACKUPS],
      author,
      permit,
      run(tx) {
        const scope = tx.scope(BACKUPS);
        scope.insert(Backup, { ...NEW, id, started_at: timestamp(now) });
        if (asking) tx.audit(entry('Backup started', id));
        return scope.text(Backup.key(id));
      },
    });
  }

  /** `isFirst`: of a row, so that the audit log tells it, too. */
  async failed(id: string, now: number, msg: string, isFirst: boolean): Promise<void> {
    await this.store.submit({
      scopes: isFirst ? [DIRECTORY, BACKUPS] : [BACKUPS],
      ...BY_ITSELF,
      *run(tx) {
        const scope = tx.scope(BACKUPS);
        scope.update(Backup, { ...scope.get(Backup, id)!, status: 'failed', finished_at: timestamp(now), msg });
        const failures = scope.all(Backup).filter(({ status }) => status === 'failed');
        for (const old of failures.slice(0, -FAILED)) yield* scope.remove(Backup.key(old.id));
        if (isFirst) tx.audit({ ...entry('Backup failed', id), details: { msg } });
      },
    });
  }

  /** What is there, the newest first: what is new comes into the list, and what has gone leaves it. */
  async found(list: readonly FinishedBackup[]): Promise<void> {
    const there = new Set(list.map(({ id }) => id));
    await this.store.submit({
      scopes: [BACKUPS],
      ...BY_ITSELF,
      *run(tx) {
        const scope = tx.scope(BACKUPS);
        for (const { id, status } of scope.all(Backup))
          if (status === 'done' && !there.has(id)) yield* scope.remove(Backup.key(id));
        for (const one of list.toReversed()) {
          const known = scope.get(Backup, one.id);
          if (!known) scope.insert(Backup, doneOf(one));
          else if (known.status !== 'done') scope.update(Backup, doneOf(one));
        }
      },
    });
  }
}

const entry = (action: string, id: string) => ({ action, target_type: 'backup', target_id: id, target_name: '' });

const NEW: Omit<Backup, 'id' | 'started_at'> = {
  status: 'running',
  at: null,
  finished_at: null,
  records: 0,
  files: 0,
  new_bytes: 0,
  missing: 0,
  msg: '',
  state: 'normal',
};

const doneOf = ({ id, at, started_at, finished_at, records, files, new_bytes, missing }: FinishedBackup): Backup => ({
  ...NEW,
  id,
  status: 'done',
  at,
  started_at,
  finished_at,
  records,
  files,
  new_bytes,
  missing,
});
