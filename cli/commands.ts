import { buildVersion } from '../server/start/build-info.ts';
import { printHead, verifyLog } from './audit.ts';
import { printCompletion } from './completion.ts';
import { displayOptions } from './display/options.ts';
import { checkHealth } from './health.ts';
import { licenceCommands } from './licence.ts';
import { canvasCommands } from './operate/canvas.ts';
import { fileCommands } from './operate/files.ts';
import { serverCommands } from './operate/server.ts';
import { tokenCommands } from './operate/token.ts';
import { userCommands } from './operate/user.ts';
import { printSettings } from './print-settings.ts';
import { type Groups, runProgram } from './program.ts';
import { type CliCommand, carefully, type Terminal } from './terminal.ts';

const commands: Readonly<Record<string, CliCommand>> = {
  serve: {
    says: 'serve until SIGTERM; --people: print for people instead of JSON lines',
    options: ['--people'],
    // Loaded late, because a server has many parts and the other commands need few of them
    run: async ({ env }, { options }) => {
      await (await import('../server/main.ts')).serve(env, { people: options.includes('--people') });
      return 0;
    },
  },
  settings: {
    says: 'print every setting of the server that runs on the data folder or, if none runs, of this shell; --shell: always of this shell',
    options: ['--shell'],
    run: printSettings,
  },
  health: {
    says: 'whether the server of these settings works: exit code 0, or 1 with the reason; for health checks of containers',
    run: checkHealth,
  },
  ...serverCommands,
  ...userCommands,
  ...tokenCommands,
  ...canvasCommands,
  'audit head': { says: 'print the newest entry of the audit log with its hash, to be noted elsewhere', run: printHead },
  'audit verify': {
    says: 'check that nobody changed, removed or put in an entry of the audit log, also while the server runs; --since: and that this entry, which head printed earlier, still belongs to it',
    options: ['--since <id>:<hash>'],
    run: verifyLog,
  },
  migrate: {
    says: 'while the server is stopped, copy everything in its database to an empty PostgreSQL database, that of --to or of EASEL_DATABASE_URL, and with --assets its files to a bucket, and compare both sides; when it was ended, the same command goes on where it was',
    options: ['--to <postgres://…>', '--assets <s3://…>'],
    // Loaded late: it brings the client of PostgreSQL
    run: async (terminal, given) => (await import('./migrate.ts')).migrate(terminal, given),
  },
  'backup now': {
    says: 'back up records and files, to the place of --to or of EASEL_BACKUP_URL, also while the server runs; what an earlier backup there has is not written again',
    options: ['--to <place>', '--without-files', '--id <id>', '--json'],
    run: async (terminal, given) => (await import('./backup.ts')).backupNow(terminal, given),
  },
  'backup list': {
    says: 'print the backups, the newest first',
    options: ['--at <place>', '--json'],
    run: async (terminal, given) => (await import('./backup.ts')).listBackups(terminal, given),
  },
  'backup delete': {
    says: 'delete a backup, but never the newest one',
    words: '<id>',
    options: ['--at <place>', '--yes'],
    run: async (terminal, given) => (await import('./backup.ts')).deleteBackup(terminal, given),
  },
  'backup prune': {
    says: 'give back the room of what no backup has named for a day; --keep: first delete the backups that a rule such as "24h 14d 8w 12m" does not keep; --dry-run: only say how much',
    options: ['--at <place>', '--keep <rule>', '--dry-run', '--yes'],
    run: async (terminal, given) => (await import('./backup.ts')).pruneBackups(terminal, given),
  },
  doctor: {
    says: 'look at the settings, the data, the machine and the server that runs, and say what to do; named checks alone, or --much: also what takes long; --fix: repair what can be repaired safely; exit code 3 if something failed, with --strict also if somebody should look',
    words: '[checks...]',
    options: ['--backups <folder>', '--much', '--strict', '--fix', '--yes', '--json'],
    run: async (terminal, given) => (await import('./doctor.ts')).doctor(terminal, given),
  },
  verify: {
    says: 'check that backups are whole; --read: how much of them is read, nothing, a seventh that changes each day, or all; exit code 3 if something is wrong',
    words: '[place]',
    options: ['--backup <id>', '--read <none, 1/7 or all>', '--json'],
    run: async (terminal, given) => (await import('./restore.ts')).verify(terminal, given),
  },
  restore: {
    says: 'while no server runs, put a backup into an empty data folder, the newest one or that of --backup or --at; --keep-sign-ins: leave the sign-ins of the backup',
    words: '[place]',
    options: ['--backup <id>', '--at <time>', '--keep-sign-ins'],
    run: async (terminal, given) => (await import('./restore.ts')).restore(terminal, given),
  },
  restored: {
    says: 'after a backup was put back and before the server starts: raise all revisions, so that pages and displays which were connected load everything anew, and drop sign-ins and waiting mails of the backup; --keep-sign-ins: leave the sign-ins',
    options: ['--keep-sign-ins'],
    // Loaded late: it brings the client of PostgreSQL
    run: async (terminal, given) => (await import('./restored.ts')).restored(terminal, given),
  },
  display: {
    says: 'be a display without a screen, which prints what it is told: to try things out, and for tests; Ctrl-C ends it',
    options: displayOptions,
    // Loaded late: it brings the client library
    run: async (terminal, given) => (await import('./display.ts')).runDisplay(terminal, given),
  },
  ...licenceCommands,
  ...fileCommands,
  version: {
    says: 'print the version',
    run: ({ out }) => {
      out(buildVersion());
      return 0;
    },
  },
  completion: {
    says: 'print a script with which the shell completes the words of easel: bash, zsh or fish',
    words: '<shell>',
    run: (terminal, given) => printCompletion(commands, terminal, given),
  },
};

const otherNames: Readonly<Record<string, string>> = {
  '-v': 'version',
  '--version': 'version',
  license: 'licence',
};

const groups: Groups = {
  user: 'accounts',
  token: 'permanent tokens',
  canvas: 'canvases',
  trash: 'what people threw away',
  audit: 'the audit log',
  backup: 'backups',
  licence: 'licences',
};

/**
 * Runs `easel <words>` and resolves with the exit code; when that is not 0, it has printed one line for each reason. After
 * `serve` the process goes on, and the server decides its exit code: server/serve.ts handles the signals.
 */
export function runCommand(line: readonly string[], terminal: Terminal): Promise<number> {
  const [first = '', ...rest] = line;
  const words = line.length === 0 ? ['help'] : Object.hasOwn(otherNames, first) ? [otherNames[first]!, ...rest] : line;
  return runProgram(words, terminal, {
    table: commands,
    groups,
    run: (row, given) => carefully(terminal, () => row.run(terminal, given), given.options.includes('--json')),
  });
}
