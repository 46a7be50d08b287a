import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../assets/render/low-priority.ts';
import type { Clock } from '../clock.ts';
import { keepRule } from '../settings/keep-rule.ts';
import type { Settings } from '../settings.ts';

/** The settings that the commands of backups read. */
export type BackupSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'assetsUrl' | 'diskReserveBytes' | 'backupUrl' | 'backupEveryMinutes' | 'backupKeep' | 'backupFiles'
>;

/** How a command ended. */
export interface EndedCommand {
  readonly code: number;
  /** The value that it printed; undefined: none. */
  readonly value: unknown;
  /** What it told on stderr, a line each. */
  readonly told: readonly string[];
}

/** A finished backup, as `easel backup list --json` prints it. */
export interface FinishedBackup {
  readonly id: string;
  /** The moment whose state it holds. */
  readonly at: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly records: number;
  readonly files: number;
  readonly new_bytes: number;
  /** Files that were gone or damaged. */
  readonly missing: number;
}

/** Runs `easel <words>` with the settings of this server. Resolves however it ends. */
export type RunEasel = (words: readonly string[]) => Promise<EndedCommand>;

export interface BackupProcesses {
  readonly run: RunEasel;
  /** Asks the commands under way to end, and starts no other. */
  stop(): void;
}

/** @bound Bytes that a command of backups may print to the server: it is ended, and counts as failed. */
const OUTPUT_BYTES = 16 * 1024 ** 2;
/** A command ends between two portions of its work; one that waits for a disk longer than this many milliseconds is killed. */
const GRACE_MS = 5000;

/** The compiled entry, whether this file runs from its source (tests) or from dist/. */
const entry = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../dist/cli/easel.js', import.meta.url)
    : new URL('../../cli/easel.js', import.meta.url),
);

/**
 * Backups are made by processes of their own, which run the command that people run: so there is one implementation, and a backup that
 * needs memory or processor time, or that dies, takes nothing from the process that serves. They read the database by connections of their
 * own, for which no writer waits, and their priority is low.
 */
export function createBackupProcesses(settings: BackupSettings, clock: Pick<Clock, 'after'>): BackupProcesses {
  const underWay = new Set<() => void>();
  let isStopped = false;
  return {
    run(words) {
      if (isStopped) return Promise.resolve(STOPPED);
      return new Promise((done) => {
        const child = execFile(
          process.execPath,
          [entry, ...words, '--json'],
          { env: environment(settings), maxBuffer: OUTPUT_BYTES },
          (error, out, err) => {
            underWay.delete(stop);
            done(ended(error, out, err));
          },
        );
        if (child.pid !== undefined) lowerPriority(child.pid);
        const stop = (): void => {
          child.kill('SIGTERM');
          clock.after(GRACE_MS, () => {
            child.kill('SIGKILL');
            // A process that a dead disk holds ends when the disk comes back
            done(STOPPED);
          });
        };
        underWay.add(stop);
      });
    },
    stop() {
      isStopped = true;
      for (const stop of underWay) stop();
    },
  };
}

const STOPPED: EndedCommand = { code: 1, value: undefined, told: ['the server ends'] };

/** Without the other settings of the server, which hold secrets. */
function environment(settings: BackupSettings): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('EASEL_'));
  return {
    ...Object.fromEntries(others),
    EASEL_DATA_DIR: resolve(settings.dataDir),
    EASEL_DISK_RESERVE_BYTES: String(settings.diskReserveBytes),
    EASEL_BACKUP_URL: settings.backupUrl,
    EASEL_BACKUP_KEEP: keepRule.show(settings.backupKeep),
    EASEL_BACKUP_FILES: settings.backupFiles ? '1' : '0',
  };
}

function ended(error: (Error & { readonly code?: unknown }) | null, out: string, err: string): EndedCommand {
  const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
  const lines = err.split('\n').filter((line) => line !== '');
  const told = lines.length === 0 && error !== null ? [error.message] : lines.map(messageIn);
  return { code, value: valueIn(out), told };
}

/** A refusal is an object, and everything else a line that begins with `easel: `. */
function messageIn(line: string): string {
  const { msg } = (valueIn(line) ?? {}) as { readonly msg?: string };
  return msg ?? line.replace(/^easel: /, '');
}

/** Half of its text may have come when the command was killed. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
