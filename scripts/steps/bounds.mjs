/**
 * docs/bounds.md: every constant with a `@bound` in its comment, and the settings that bound something.
 *
 *   /** @bound Canvases with a star of one user: 409. *\/
 *   export const STARS_MAX = 1_000;
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.mjs';
import { root, Stop } from './run.mjs';

/** Chapters of the page, each with the folders whose bounds it lists; the first that fits counts. */
const chapters = [
  ['Displays and presence', ['model/displays/', 'server/displays/']],
  ['Requests and answers', ['server/http/', 'server/audit/']],
  ['Records', ['model/', 'server/canvases/', 'server/batch/']],
  ['Signing in', ['server/sign-on/']],
  ['Files and previews', ['server/assets/', 'server/previews/']],
  ['Mail and other nodes', ['server/mail/', 'server/nodes/', 'server/store/']],
  ['Commands on the machine of the server', ['server/operator/', 'server/backups/']],
];

/** @param settings rows `{ name, text, why }` of the settings that bound something */
export function boundsPage(settings) {
  const files = ['model', 'server'].flatMap((folder) => filesBelow(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const bounds = files.flatMap((file) => boundsIn(file, readFileSync(join(root, file), 'utf8')));
  const parts = chapters.map(([title], at) => ({ title, rows: bounds.filter(({ file }) => chapterOf(file) === at) }));
  return [
    '# Bounds',
    '',
    '`npm run generate` writes this page from the code and from the table of settings; `npm run check` compares them. Lengths of texts and',
    'ranges of numbers stand with each field in the [reference](interface/README.md) and in [openapi.json](openapi.json).',
    '',
    '## Settings',
    '',
    'An operator can change these: [settings.md](settings.md) describes each in full.',
    '',
    '| Setting | Default | What it bounds |',
    '|---|---|---|',
    ...settings.map(({ name, text, why }) => `| \`${name}\` | ${text} | ${why} |`),
    '',
    ...parts.flatMap(({ title, rows }) => [`## ${title}`, '', ...head, ...rows.map(row), '']),
  ].join('\n');
}

const head = ['| What is bounded | At most | Beyond it | Where |', '|---|---|---|---|'];
const row = ({ file, name, what, beyond, value }) => `| ${what} | ${value} | ${beyond} | [\`${name}\`](../${file}) |`;

function chapterOf(file) {
  const found = chapters.findIndex(([, folders]) => folders.some((folder) => file.startsWith(folder)));
  if (found < 0) throw new Stop(`scripts/steps/bounds.mjs has no chapter for ${file}`);
  return found;
}

/** @returns {{ file, name, what, beyond, value }[]} */
export function boundsIn(file, text) {
  const comment =
    /\/\*\*(?<doc>(?:(?!\*\/)[\s\S])*?@bound[\s\S]*?)\*\/\n(?:export )?const (?<name>\w+)(?:: \w+)? = (?<value>[^;]+);/g;
  const found = [...text.matchAll(comment)].map(({ groups: { doc, name, value } }) => {
    const says = doc
      .slice(doc.indexOf('@bound') + '@bound'.length)
      .replace(/\n \* ?/g, ' ')
      .trim();
    const [, what, beyond] = /^(.+?): (.+)\.$/.exec(says) ?? [];
    if (what === undefined) throw new Stop(`${file}: write "@bound What is bounded: what happens beyond it." above ${name}`);
    return { file, name, what, beyond, value: valueText(what, numberOf(file, name, value)) };
  });
  const tags = text.split('@bound ').length - 1;
  if (tags !== found.length) throw new Stop(`${file} has ${tags} @bound, and ${found.length} of them above a constant`);
  return found;
}

/** The value of an expression of numbers, such as `16 * 1024 ** 2`. */
function numberOf(file, name, expression) {
  if (!/^[\d_ .*+/()e]+$/.test(expression)) throw new Stop(`${file}: a @bound is a number, and ${name} is ${expression}`);
  return Function(`return ${expression}`)();
}

/** With the unit that its description begins with. */
function valueText(what, value) {
  if (what.startsWith('Time')) return value % 60_000 === 0 ? `${value / 60_000} min` : `${value / 1000} s`;
  if (!/\b[Bb]ytes\b/.test(what)) return value.toLocaleString('en');
  return value % 2 ** 20 === 0 ? `${value / 2 ** 20} MiB` : `${value / 1024} KiB`;
}
