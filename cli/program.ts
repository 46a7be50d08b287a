import { Command, CommanderError, Option } from 'commander';
import { eitherOf } from '../model/refusal.ts';
import { type CliCommand, EXIT, type GivenWords, type Terminal } from './terminal.ts';

export type CommandTable = Readonly<Record<string, CliCommand>>;

/** What each command takes that asks a server. */
const askingOptions = ['--server <address>', '--json', '--yes'];

const optionTexts: Readonly<Record<string, string>> = {
  '--server': 'ask this server, https://…, with the token in EASEL_TOKEN_FILE',
  '--json': 'print one JSON value, as the REST interface answers it',
  '--yes': 'do not ask before something is deleted',
};

/** Runs a row of the table; resolves with the exit code. */
export type RunRow = (row: CliCommand, given: GivenWords) => Promise<number>;

/** What the first words of commands with several words are about. */
export type Groups = Readonly<Record<string, string>>;

/** Reads the line by the table, and runs the command that it names. A line that is wrong is one line on stderr, and code 2. */
export async function runProgram(
  line: readonly string[],
  { out, err }: Pick<Terminal, 'out' | 'err'>,
  { table, groups, run }: { readonly table: CommandTable; readonly groups: Groups; readonly run: RunRow },
): Promise<number> {
  let code = 0;
  const program = createProgram({ out, err });
  for (const [name, row] of Object.entries(table)) {
    const command = addCommand(parentOf(program, name, groups), name, row);
    command.action(async () => {
      code = await run(row, givenTo(command, name));
    });
  }
  try {
    await program.parseAsync([...line], { from: 'user' });
    return code;
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return isHelp(cause) ? 0 : EXIT.wrong;
  }
}

const isHelp = ({ code }: CommanderError): boolean => code === 'commander.help' || code === 'commander.helpDisplayed';

function createProgram({ out, err }: Pick<Terminal, 'out' | 'err'>): Command {
  const program = new Command('easel');
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
      outputError: (text, write) => write(`easel: ${oneLine(text)}`),
    })
    .description('Settings are environment variables such as EASEL_PORT.')
    .helpCommand('help [command]', 'print what a command does')
    .enablePositionalOptions();
  return program;
}

/** `error: unknown command 'usr'\n(Did you mean user?)` as one line. */
const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\n\((.*)\)$/s, ': $1')
    .replace('Did you mean', 'did you mean');

/** The command of the first word, made when it is not there yet. */
function parentOf(program: Command, name: string, groups: Groups): Command {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return program;
  const found = program.commands.find((one) => one.name() === first);
  return found ?? groupOf(program.command(first).description(groups[first] ?? first));
}

/** Without a second word it says which there are, in one line. */
function groupOf(group: Command): Command {
  const help = group.help.bind(group);
  group.help = (context?: unknown): never => {
    if ((context as { error?: boolean } | undefined)?.error !== true) return help();
    return group.error(`write ${eitherOf(group.commands.map((one) => `easel ${group.name()} ${one.name()}`))}`);
  };
  return group;
}

function addCommand(parent: Command, name: string, row: CliCommand): Command {
  const command = parent.command(name.split(' ').at(-1)!).description(row.says);
  for (const word of row.words?.split(' ').filter(Boolean) ?? []) command.argument(word);
  for (const option of optionsOf(row)) command.addOption(readOption(option));
  return command;
}

export const optionsOf = ({ options = [], asks }: CliCommand): readonly string[] => [
  ...options,
  ...(asks === undefined ? [] : askingOptions.filter((option) => !options.includes(option))),
];

/** `--valid-until <YYYY-MM-DD>`; a place of several words, which a flag cannot have, is told behind it. */
function readOption(option: string): Option {
  const at = option.indexOf(' ');
  const flag = at < 0 ? option : option.slice(0, at);
  const place = at < 0 ? undefined : option.slice(at + 2, -1);
  if (place === undefined) return new Option(flag, optionTexts[flag] ?? '');
  return /[ ,|]/.test(place) ? new Option(`${flag} <value>`, place) : new Option(`${flag} <${place}>`, optionTexts[flag] ?? '');
}

function givenTo(command: Command, name: string): GivenWords {
  const given = { name, words: command.args, options: [] as string[], values: {} as Record<string, string> };
  for (const option of command.options) {
    const value = command.opts()[option.attributeName()];
    if (value === true) given.options.push(option.long!);
    if (typeof value === 'string') given.values[option.long!.slice(2)] = value;
  }
  return given;
}
