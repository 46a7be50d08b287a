import type { InForce } from '../server/settings/in-force.ts';
import type { Setting } from '../server/settings/read.ts';
import { flag } from '../server/settings/types.ts';
import { defaultText, table } from '../server/settings.ts';

const rows: readonly Setting<unknown>[] = Object.values(table) as Setting<unknown>[];

/** The table of settings, for a terminal; a wrong value shows what is wrong with it. `whose`: the line above the table. */
export function settingsText(values: readonly InForce[], whose: string): string {
  const inForce = (row: Setting<unknown>): InForce | undefined => values.find(({ name }) => name === row.name);
  const lines = byGroup((group, members) => [group, ...members.flatMap((row) => ['', ...settingLines(row, inForce(row))]), '']);
  return `${whose}\n\n${lines}`;
}

/** docs/settings.md */
export function settingsPage(): string {
  const head = ['| Setting | Value | Default | What it does, and when to change it |', '|---|---|---|---|'];
  return [
    '# Settings',
    '',
    '`npm run generate` writes this page from the table in `server/settings.ts`; `npm run check` compares the two.',
    '',
    'Settings are environment variables. Each can also come from a file: `EASEL_ADMIN_PASSWORD_FILE=/run/secrets/admin` reads the',
    'value of `EASEL_ADMIN_PASSWORD` from there (setting both is an error). Lists are separated by commas, and an empty list is',
    'written as an empty value; for every other setting an empty value is the default. The server does not start with a wrong',
    'value: it names all wrong ones, one line each. In the folder of a clone, once it is built, `npx --no easel settings` prints this',
    'table with the values of the server that runs on the data folder or, if none runs, of the shell; it says which. At its start, a',
    'server also logs every setting that is not at its default, in the line `starting`. Both mask secrets. Hardly anybody needs the',
    'settings of the last chapter. [bounds.md](bounds.md) lists every limit, those that cannot be set included.',
    '',
    byGroup((group, members) => [`## ${group}`, '', ...head, ...members.map(pageRow), '']).trimEnd(),
    '',
  ].join('\n');
}

/** Rows of docs/bounds.md: the settings of the chapter "Limits", with the first sentence of what each does. */
export const boundingSettings = (): { readonly name: string; readonly text: string; readonly why: string }[] =>
  rows
    .filter(({ group, type }) => group === 'Limits' && type !== flag)
    .map((row) => ({
      name: row.name,
      text: row.defaultSays === undefined ? `${pageDefault(row)} ${row.unit}`.trim() : pageDefault(row),
      why: row.why.split(/(?<=\.) |; /)[0]!,
    }));

function byGroup(lines: (group: string, members: readonly Setting<unknown>[]) => readonly string[]): string {
  const usual = rows.filter(({ isAdvanced }) => !isAdvanced);
  const groups = [...new Set(usual.map(({ group }) => group))].map((group) => ({
    group,
    members: usual.filter((row) => row.group === group),
  }));
  const advanced = { group: 'Advanced', members: rows.filter(({ isAdvanced }) => isAdvanced) };
  return [...groups, advanced].flatMap(({ group, members }) => lines(group, members)).join('\n');
}

/** `found` undefined: the running server has another version, which lacks the setting. */
function settingLines(row: Setting<unknown>, found: InForce | undefined): string[] {
  const { value = '', from = 'not in that server', problem } = found ?? {};
  return [
    `  ${row.name} = ${value} (${problem === undefined ? from : `wrong: ${problem}`})`,
    `      ${valueSays(row)}; default: ${defaultText(row) || 'empty'}`,
    ...wrapped(row.why.replaceAll('`', ''), 110).map((line) => `      ${line.trimEnd()}`),
  ];
}

const pageRow = (row: Setting<unknown>): string => `| \`${row.name}\` | ${valueSays(row)} | ${pageDefault(row)} | ${row.why} |`;

function pageDefault(row: Setting<unknown>): string {
  const text = defaultText(row);
  if (row.defaultSays !== undefined) return text;
  return text === '' ? 'empty' : `\`${text}\``;
}

function valueSays({ type, unit }: Setting<unknown>): string {
  const range = type.range === '' || type.says === type.range.replace(', ', ' or ') ? '' : `: ${type.range}`;
  return `${type.says}${range}${unit && ` (${unit})`}`;
}

function wrapped(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? [];
}
