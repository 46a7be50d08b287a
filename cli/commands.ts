import { type Environment, WrongSettings } from '../server/settings/read.ts';
import { readSettings, settingWarnings, table } from '../server/settings.ts';
import { settingsInForce } from './settings.ts';

/** What a command line may use of the process. */
export interface Terminal {
  readonly env: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

type Run = (options: readonly string[], terminal: Terminal) => number | Promise<number>;

const commands: Readonly<Record<string, { readonly says: string; readonly options?: readonly string[]; readonly run: Run }>> = {
  serve: {
    says: 'serve until SIGTERM; --people prints for people instead of JSON lines, and makes a sample canvas at the first start',
    options: ['--people'],
    run: serve,
  },
  settings: { says: 'print every setting with its value in force', run: printSettings },
  help: { says: 'print this', run: printHelp },
};

/**
 * Runs `easel <words>`; resolves with the exit code. After `serve` the process lives on and its exit code is the
 * server's: signals are handled in server/main.ts.
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const [word = 'help', ...options] = words;
  const name = ['-h', '--help'].includes(word) ? 'help' : word;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return refused(terminal, `easel: no command ${name}; easel help lists them`);
  const odd = options.find((option) => !command.options?.includes(option));
  if (odd !== undefined) return refused(terminal, `easel ${name}: no option ${odd}`);
  return command.run(options, terminal);
}

/** One clear line for each reason why the server cannot start, then 1. */
async function serve(options: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const settings = readSettings(terminal.env);
    for (const line of settingWarnings(terminal.env)) terminal.err(`easel: ${line}`);
    const main = await import('../server/main.ts');
    await main.serve(settings, { people: options.includes('--people') });
    return 0;
  } catch (error) {
    return refused(terminal, ...startProblems(error));
  }
}

function printSettings(_: readonly string[], terminal: Terminal): number {
  terminal.out(settingsInForce(terminal.env));
  for (const line of settingWarnings(terminal.env)) terminal.err(`easel: ${line}`);
  try {
    readSettings(terminal.env);
    return 0;
  } catch (error) {
    return refused(terminal, ...startProblems(error));
  }
}

function printHelp(_: readonly string[], terminal: Terminal): number {
  const lines = Object.entries(commands).map(([name, { says }]) => `  easel ${name.padEnd(10)}${says}`);
  terminal.out(['Usage:', ...lines, '', `Settings are environment variables such as ${table.port.name}.`].join('\n'));
  return 0;
}

function startProblems(error: unknown): readonly string[] {
  if (error instanceof WrongSettings) return error.lines.map((line) => `easel: ${line}`);
  return [`easel: ${error instanceof Error ? error.message : String(error)}`];
}

function refused(terminal: Terminal, ...lines: readonly string[]): number {
  for (const line of lines) terminal.err(line);
  return 1;
}
