import type { Environment } from '../../server/settings/read.ts';
import type { Settings } from '../../server/settings.ts';
import type { BackupSource } from '../backup/source.ts';
import type { Progress } from '../progress.ts';

/** `ok`; `degraded`: it works, and somebody should look; `failed`: something does not work, or data is damaged. */
export type CheckState = 'ok' | 'degraded' | 'failed';

/** What a check found. */
export interface Finding {
  readonly state: CheckState;
  /** What is wrong, in one line without secrets; for `ok`, what was seen. */
  readonly says: string;
  /** What whoever runs the server can do about it; the words end with a command where there is one. */
  readonly mend?: string;
  /** Further lines: which files, which records. */
  readonly details?: readonly string[];
  /** A repair that is safe at any time, and deletes no record: what it will do, and the doing, which says what was done. */
  readonly fix?: { readonly will: string; readonly run: () => Promise<string> };
}

/** What checks look at. */
export interface Patient {
  readonly settings: Settings;
  readonly env: Environment;
  /** The data folder, absolute. */
  readonly folder: string;
  /** The embedded database; undefined: there is none yet, or it is PostgreSQL. */
  readonly source: BackupSource | undefined;
  /** Why the embedded database, which is there, cannot be read. */
  readonly unreadable: string | undefined;
  /** A server has the data folder. */
  readonly isRunning: boolean;
  /** The place of backups, where it was named or is that of the settings. */
  readonly backups: string | undefined;
  readonly now: Date;
  readonly progress: Progress;
}

/** One thing that is looked at. */
export interface CheckDefinition {
  readonly name: string;
  /** `much`: minutes on a large server, so it is made only when asked for. */
  readonly costs: 'little' | 'much';
  /** Undefined: there is nothing to look at, such as no certificate. */
  readonly look: (patient: Patient) => Promise<Finding | undefined> | Finding | undefined;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
