/**
 * Everything that a text refers to must exist: sections of the interface that comments cite, links and their anchors,
 * settings, files. And the pages of the interface must name every word of every endpoint, and every message of display clients.
 *
 *   interface/auth 3.4, 5 and 6    in a comment: sections of docs/interface/auth.md, on one line
 *   [auth 3.4](auth.md#34-rules)   in a page: the number is that of the heading
 *   section 3.4                    in a page of the interface: on the same page
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from '../steps/files.mjs';
import { root } from '../steps/run.mjs';
import { isTest, lineCounter, parse, sources } from './sources.mjs';

const pagesFolder = 'docs/interface';
/** The table of settings, and the rows that stand in files of their own. */
const isSettingsTable = (file) => file === 'server/settings.ts' || file.startsWith('server/settings/');

export async function check() {
  const code = sources();
  const pages = textsBelow('.', '.md');
  const places = placesOf(filesBelow('.'));
  const headings = new Map(pages.map(({ file, text }) => [file, headingsOf(text)]));
  const settings = settingsOf(code);
  const reference = pages.filter(({ file }) => posix.dirname(file) === pagesFolder);
  return [
    ...undescribedMessages(JSON.parse(textOf('docs/asyncapi.json')), textOf(`${pagesFolder}/streaming.md`)),
    ...undescribed(textOf('docs/endpoints.txt'), reference.map(({ text }) => text).join('\n')),
    ...code.flatMap((source) => wrongCitations(source, headings)),
    ...code.filter(({ file }) => !isTest(file)).flatMap((source) => wrongSettings(source, settings)),
    ...code.flatMap((source) => wrongPaths({ ...source, text: commentsOf(source) }, places)),
    ...pages.flatMap((page) => [
      ...wrongCitations(page, headings),
      ...wrongLinks(page, headings, (path) => existsSync(join(root, path))),
      ...wrongSections(page, headings),
      ...wrongSettings(page, settings),
      ...wrongPaths(page, places),
    ]),
  ];
}

const textOf = (file) => readFileSync(join(root, file), 'utf8');

function textsBelow(path, ending) {
  const files = filesBelow(path).filter((file) => file.endsWith(ending));
  return files.map((file) => ({ file, text: textOf(file) }));
}

/** For every heading of a page, by its anchor as GitHub makes it: the number that the heading begins with, if any. */
export function headingsOf(text) {
  const anchors = new Map();
  for (const [, title] of withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    anchors.set(freeAnchor(anchors, anchor), /^\d+(\.\d+)*(?= )/.exec(title)?.[0]);
  }
  return anchors;
}

function freeAnchor(anchors, anchor) {
  if (!anchors.has(anchor)) return anchor;
  let count = 1;
  while (anchors.has(`${anchor}-${count}`)) count++;
  return `${anchor}-${count}`;
}

/** Blanks code blocks but keeps line breaks, so that positions stay the same. */
function withoutBlocks(text) {
  return text.replace(/^( *)```.*?^\1```$/gms, (block) => block.replace(/[^\n]/g, ' '));
}

/** Finds wrong citations `interface/<page> <section>`, and other ways to cite the interface. */
export function wrongCitations({ file, text }, headings) {
  const citations = [
    ...text.matchAll(/(?<![\w/.])interface\/([a-z]+)(?!\.md|\w)(?: (\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*))?/g),
  ];
  const strays = [...text.matchAll(/\bcontract,? \d[\d.]*|\b(?:conventions|streaming) \d+\.\d+(?!\d|\]\()/gi)];
  return [
    ...citations.flatMap((match) => wrongCitation(match, headings).map((says) => at({ file, text }, match, says))),
    ...strays
      .filter(({ index }) => !text.slice(0, index).endsWith('interface/'))
      .map((match) => at({ file, text }, match, `cites ${match[0]}: write interface/<page> <section>`)),
  ];
}

function wrongCitation([, page, sections], headings) {
  const known = headings.get(`${pagesFolder}/${page}.md`);
  if (!known) return [`cites interface/${page}, which is no page of ${pagesFolder}`];
  if (sections === undefined) return [`cites interface/${page} without a section on the same line`];
  const wrong = sections.split(/, | and | to /).filter((section) => !hasSection(known, section));
  return wrong.map((section) => `cites interface/${page} ${section}, which has no heading`);
}

const hasSection = (anchors, section) => [...anchors.values()].includes(section);

/** Finds wrong links to files, folders and headings of the repository. A text that ends with a number links to that section. */
export function wrongLinks({ file, text }, headings, exists) {
  const links = [...withoutBlocks(text).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)];
  return links.flatMap((match) => {
    const [, shown, target] = match;
    if (/^[a-z]+:/.test(target)) return [];
    const [path, anchor] = target.split('#');
    const to = path === '' ? file : posix.join(posix.dirname(file), path);
    return wrongLink({ shown, to, anchor }, headings, exists).map((says) => at({ file, text }, match, says));
  });
}

function wrongLink({ shown, to, anchor }, headings, exists) {
  if (!exists(to)) return [`links to ${to}, which is not there`];
  if (anchor === undefined) return [];
  const anchors = headings.get(to);
  if (!anchors?.has(anchor)) return [`links to ${to}#${anchor}, which is no heading`];
  const shownNumber = / (\d+(?:\.\d+)*)$/.exec(shown)?.[1];
  const wrong = shownNumber !== undefined && shownNumber !== anchors.get(anchor);
  return wrong ? [`shows ${shown} and links to section ${anchors.get(anchor)}`] : [];
}

/** Finds wrong sections on a page of the interface: `section 3.4` and `sections 11 and 12` refer to the same page. */
export function wrongSections({ file, text }, headings) {
  if (posix.dirname(file) !== pagesFolder || headings.get(file) === undefined) return [];
  const numbered = [...headings.get(file).values()].some((number) => number !== undefined);
  if (!numbered) return [];
  const named = [...withoutBlocks(text).matchAll(/\bsections? (\d+(?:\.\d+)*)(?: and (\d+(?:\.\d+)*))?/gi)];
  return named.flatMap((match) =>
    [match[1], match[2]]
      .filter((number) => number !== undefined && !hasSection(headings.get(file), number))
      .map((number) => at({ file, text }, match, `names section ${number}, which the page does not have`)),
  );
}

/** Words in the paths of endpoints that no path on the pages contains. @param endpoints docs/endpoints.txt */
export function undescribed(endpoints, pages) {
  const paths = endpoints.split('\n').map((line) => /^[A-Z]+ +(\/\S+)/.exec(line)?.[1] ?? '');
  const words = new Set(paths.flatMap((path) => path.match(/(?<=\/)[a-z][\w-]*/g) ?? []));
  const named = new Set([...pages.matchAll(/(?<=\/)[a-z][\w-]*/g)].map(([word]) => word));
  return [...words].filter((word) => !named.has(word)).map((word) => `${pagesFolder} describes no endpoint with /${word}`);
}

/** Messages of display clients that the page of streaming neither names as code nor shows. @param document docs/asyncapi.json */
export function undescribedMessages(document, page) {
  const names = new Set(Object.values(document.components.messages).map(({ name }) => name));
  return [...names]
    .filter((name) => !page.includes(`\`${name}\``) && !page.includes(`"type":"${name}"`))
    .map((name) => `${pagesFolder}/streaming.md describes no message ${name}`);
}

/** Names in the table of settings, and names that only tests read. */
export function settingsOf(code) {
  const tables = code.filter(({ file }) => isSettingsTable(file) && !isTest(file));
  const named = tables.flatMap(({ text }) => [...text.matchAll(/name: '(EASEL_[A-Z0-9_]+)'/g)].map(([, name]) => name));
  const forTests = code.flatMap(({ text }) => [...text.matchAll(/process\.env\.(EASEL_[A-Z0-9_]+)/g)].map(([, name]) => name));
  return new Set([...named, ...named.map((name) => `${name}_FILE`), ...forTests]);
}

export function wrongSettings({ file, text }, settings) {
  const named = [...text.matchAll(/\bEASEL_[A-Z0-9_]*[A-Z0-9]\b/g)];
  return named
    .filter(([name]) => !settings.has(name))
    .map((match) => at({ file, text }, match, `names ${match[0]}, which is no setting`));
}

/** Every path that a text may name (a source file also without its extension), and every name of a file. */
export function placesOf(files) {
  const paths = files.flatMap((file) => [file, file.replace(/\.(ts|mjs)$/, ''), ...foldersOf(file)]);
  return { paths: new Set(paths), names: new Set(files.map((file) => posix.basename(file))) };
}

function foldersOf(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Finds wrong paths from the top of the repository, and wrong names of source files, which may be in any folder. */
export function wrongPaths({ file, text }, { paths, names }) {
  const told = text.matchAll(
    /(?<![\w/.<:-])(?:model|client|server|cli|scripts|bench|test|docs)\/(?:[\w-]+[./])*[\w-]+(?![\w*<…])/g,
  );
  // A file named after `node ` is the reader's own
  const named = text.matchAll(/(?<![\w/.<*-]|node )[a-z][\w-]*(?:\.test)?\.(?:ts|mjs)\b/g);
  return [...[...told].filter(([path]) => !paths.has(path)), ...[...named].filter(([name]) => !names.has(name))].map((match) =>
    at({ file, text }, match, `names ${match[0]}, which is not there`),
  );
}

/** The text with everything but comments blanked, so that positions stay the same. */
function commentsOf(source) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  let text = '';
  let from = 0;
  for (const { start, end } of parse(source).comments) {
    text += blank(source.text.slice(from, start)) + source.text.slice(start, end);
    from = end;
  }
  return text + blank(source.text.slice(from));
}

const at = ({ file, text }, { index }, says) => `${file}:${lineCounter(text)(index)} ${says}`;
