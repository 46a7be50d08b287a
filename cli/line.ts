import type { CliCommand, GivenWords } from './terminal.ts';

type CommandSyntax = Pick<CliCommand, 'words' | 'options'>;

/**
 * Reads the words behind the name of a command. Returns a text when they are wrong: the reason, empty if it has no better one
 * than the form.
 */
export function readLine(line: readonly string[], { words = '', options = [] }: CommandSyntax): GivenWords | string {
  const given = { words: [] as string[], options: [] as string[], values: {} as Record<string, string> };
  const rest = [...line];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      given.words.push(word);
      continue;
    }
    const [name = '', joined] = split(word);
    const option = options.find((one) => one.split(' ')[0] === name);
    if (option === undefined || (joined !== undefined && !takesValue(option))) return `no option ${word}: `;
    if (takesValue(option)) {
      const value = joined ?? rest.shift();
      if (value === undefined) return `${name} needs a value: `;
      given.values[name.slice(2)] = value;
    } else given.options.push(word);
  }
  const expected = words.split(' ').filter(Boolean);
  const fits = given.words.length === expected.length && expected.every((word, at) => isPlace(word) || word === given.words[at]);
  return fits ? { ...given, words: given.words.filter((_, at) => isPlace(expected[at]!)) } : '';
}

/** `--name=wall` is `--name wall`. */
function split(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

const takesValue = (option: string): boolean => option.includes(' ');

/** `<e-mail>` stands for any word; other words stand for themselves. */
const isPlace = (word: string): boolean => word.startsWith('<');
