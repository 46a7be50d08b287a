import { eitherOf } from '../model/refusal.ts';
import { table } from '../server/settings.ts';
import { buildVersion } from '../server/start/build-info.ts';
import { auditCommand } from './audit.ts';
import { displayOptions } from './display/options.ts';
import { checkHealth } from './health.ts';
import { licenceCommands } from './licence.ts';
import { readLine } from './line.ts';
import { printSettings } from './print-settings.ts';
import { type CliCommand, carefully, refused, type Terminal } from './terminal.ts';
import { resetPassword } from './user.ts';

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
  user: {
    says: 'give an account a new password: a generated one, or with --stdin the one on standard input; on the embedded database while the server is stopped, on PostgreSQL also while servers run',
    words: 'reset-password <e-mail>',
    options: ['--stdin'],
    run: resetPassword,
  },
  audit: {
    says: 'verify: check that nobody changed, removed or put in an entry of the audit log, also while the server runs; --since: and that this entry, which head printed earlier, still belongs to it; head: print the newest entry with its hash',
    words: '<verify|head>',
    options: ['--since <id>:<hash>'],
    run: auditCommand,
  },
  migrate: {
    says: 'while the server is stopped, copy everything in its database to an empty PostgreSQL database, that of --to or of EASEL_DATABASE_URL, and with --assets its files to a bucket, and compare both sides; when it was ended, the same command goes on where it was',
    options: ['--to <postgres://…>', '--assets <s3://…>'],
    // Loaded late: it brings the client of PostgreSQL
    run: async (terminal, given) => (await import('./migrate.ts')).migrate(terminal, given),
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
  version: {
    says: 'print the version',
    run: ({ out }) => {
      out(buildVersion());
      return 0;
    },
  },
  help: { says: 'print this', run: printHelp },
};

const otherNames: Readonly<Record<string, string>> = {
  '-h': 'help',
  '--help': 'help',
  '-v': 'version',
  '--version': 'version',
  license: 'licence',
};

/**
 * Runs `easel <words>` and resolves with the exit code; when that is not 0, it has printed one line for each reason. After
 * `serve` the process goes on, and the server decides its exit code: server/serve.ts handles the signals.
 */
export async function runCommand(line: readonly string[], terminal: Terminal): Promise<number> {
  const [name, rest] = named(line);
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (command === undefined) return refused(terminal, unknown(name));
  const given = readLine(rest, command);
  if (typeof given === 'string') return refused(terminal, `${given}write easel ${called(name, command)}`);
  return carefully(terminal, () => command.run(terminal, given));
}

/** The name of the command, of one word or of two, and the words behind it. */
function named([first = 'help', second, ...rest]: readonly string[]): [name: string, rest: readonly string[]] {
  const name = Object.hasOwn(otherNames, first) ? otherNames[first]! : first;
  if (second === undefined) return [name, []];
  const pair = `${name} ${second}`;
  return Object.hasOwn(commands, pair) ? [pair, rest] : [name, [second, ...rest]];
}

function unknown(name: string): string {
  const pairs = Object.keys(commands).filter((pair) => pair.startsWith(`${name} `));
  return pairs.length > 0
    ? `write ${eitherOf(pairs.map((pair) => `easel ${pair}`))}`
    : `no command ${name}; easel help lists them`;
}

function called(name: string, { words, options = [] }: CliCommand): string {
  return [name, words, ...options.map((option) => `[${option}]`)].filter(Boolean).join(' ');
}

function printHelp({ out }: Terminal): number {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  easel ${called(name, command)}`,
    `      ${command.says}`,
  ]);
  out(['Usage:', ...lines, '', `Settings are environment variables such as ${table.port.name}.`].join('\n'));
  return 0;
}
