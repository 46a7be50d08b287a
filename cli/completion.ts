import type { CommandTable } from './program.ts';
import { optionsOf } from './program.ts';
import { CommandError, EXIT, type GivenWords, type Terminal } from './terminal.ts';

/** `easel completion bash|zsh|fish`: a script for the shell, made of the same table as the commands. */
export function printCompletion(table: CommandTable, { out }: Terminal, { words: [shell = ''] }: GivenWords): number {
  const print = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (print === undefined) throw new CommandError(`no completion for ${shell}: write bash, zsh or fish`, EXIT.wrong);
  out(print(choicesOf(table)));
  return 0;
}

/** What may follow: by the words so far, `''`, `user`, `user list`. */
type Choices = ReadonlyMap<string, readonly string[]>;

function choicesOf(table: CommandTable): Choices {
  const choices = new Map<string, string[]>([['', []]]);
  const add = (before: string, word: string): void => {
    const some = choices.get(before) ?? [];
    choices.set(before, some);
    if (!some.includes(word)) some.push(word);
  };
  for (const [name, row] of Object.entries(table)) {
    const [first = '', second] = name.split(' ');
    add('', first);
    if (second !== undefined) add(first, second);
    for (const option of optionsOf(row)) add(name, option.split(' ')[0]!);
  }
  return choices;
}

const shells: Readonly<Record<string, (choices: Choices) => string>> = { bash, zsh, fish };

// The shell fills in these places
/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the shell */
function bash(choices: Choices): string {
  const cases = [...choices].map(([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`);
  return [
    '_easel() {',
    '  local before="${COMP_WORDS[*]:1:COMP_CWORD-1}" words=\'\'',
    '  case "$before" in',
    ...cases,
    // Behind arguments and options, what the first two words may have
    '    *) set -- $before; case "$1 $2" in',
    ...[...choices]
      .filter(([before]) => before.includes(' '))
      .map(([before, words]) => `      '${before}') words='${words.join(' ')}' ;;`),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _easel easel',
  ].join('\n');
}

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the shell */

function zsh(choices: Choices): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(choices)}`;
}

function fish(choices: Choices): string {
  const lines = [...choices].map(([before, words]) => {
    const seen = before
      .split(' ')
      .filter(Boolean)
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const when = before === '' ? '__fish_use_subcommand' : seen.join('; and ');
    return `complete -c easel -f -n '${when}' -a '${words.join(' ')}'`;
  });
  return lines.join('\n');
}
