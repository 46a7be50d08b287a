/**
 * Sizes of functions and files, and the share of comments. Prints the distribution, and refuses breaches of the house rules:
 * a function over 60 lines, a file over 400, a folder with more than 25 files, a median over 8, a tenth of the functions with 25 lines or
 * more. Rows of a table (a
 * constant that is one array or object, such as the settings) do not count for their file: a longer table is no harder to read.
 *
 * The distribution counts functions that have a name (declarations, methods, functions assigned to a name), not one-line
 * callbacks, which would make every median 1. Tests are measured for their largest functions and files only, and the
 * callback of a `describe` is a chapter, not a function.
 */
import { posix } from 'node:path';
import { crowded, large } from './exceptions.mjs';
import { isTest, lineCounter, nodesOf, parse, sources } from './sources.mjs';

const most = { function: 60, file: 400, folder: 25, median: 8, ninetieth: 25 };

export async function check() {
  const measured = sources().map(measure);
  const own = measured.filter(({ file }) => !isTest(file));
  const named = own.flatMap((one) => one.functions.filter(({ name }) => name !== '').map(({ lines }) => lines));
  print(named, own);
  return [...tooLarge(measured, large), ...tooMany(own, crowded), ...wrongDistribution(named)];
}

/**
 * @returns {{ file: string, lines: number, rows: number, code: number, comments: number, functions: { name: string, lines: number,
 * at: number }[] }} `rows`: how many of the lines are rows of tables
 */
export function measure(source) {
  const { program, comments } = parse(source);
  const lineAt = lineCounter(source.text);
  const functions = [];
  for (const { node, parent } of nodesOf(program)) {
    if (!hasBody(node) || isChapter(parent)) continue;
    functions.push({ name: nameOf(node, parent), lines: lineAt(node.end - 1) - lineAt(node.start) + 1, at: lineAt(node.start) });
  }
  const lines = source.text.split('\n');
  return {
    file: source.file,
    lines: lines.length - (lines.at(-1) === '' ? 1 : 0),
    rows: sum(program.body.flatMap(tablesOf).map((table) => lineAt(table.end - 1) - lineAt(table.start) + 1)),
    code: lines.filter((line) => line.trim() !== '').length,
    comments: commentLines(lines, comments, lineAt),
    functions,
  };
}

/** Breaches without an exception, and exceptions without a breach. */
export function tooLarge(measured, exceptions) {
  const breaches = measured.flatMap(({ file, lines, rows, functions }) => [
    ...(lines - rows > most.file ? [{ file, says: `${file} has ${lines - rows} lines, over ${most.file}` }] : []),
    ...functions
      .filter((one) => one.lines > most.function)
      .map(({ name, lines, at }) => ({
        file,
        name,
        says: `${file}:${at} ${name || 'a function'} has ${lines} lines, over ${most.function}`,
      })),
  ]);
  const covers = (exception, breach) => exception.file === breach.file && exception.name === breach.name;
  const idle = exceptions.filter((exception) => !breaches.some((breach) => covers(exception, breach)));
  return [
    ...breaches.filter((breach) => !exceptions.some((exception) => covers(exception, breach))).map(({ says }) => says),
    ...idle.map(({ file, name = '' }) => `the exception for ${file} ${name} is not needed any more`),
  ];
}

/** Folders of product code with more files of their own than anybody looks through. */
export function tooMany(files, exceptions) {
  const counts = new Map();
  for (const { file } of files) {
    const folder = posix.dirname(file);
    if (!/^(test|bench)\b/.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const breaches = [...counts].filter(([, count]) => count > most.folder);
  const idle = exceptions.filter((exception) => !breaches.some(([folder]) => folder === exception.folder));
  return [
    ...breaches
      .filter(([folder]) => !exceptions.some((exception) => exception.folder === folder))
      .map(([folder, count]) => `${folder} has ${count} files, over ${most.folder}: give them rooms`),
    ...idle.map(({ folder }) => `the exception for ${folder} is not needed any more`),
  ];
}

function wrongDistribution(named) {
  const wrong = [];
  const median = share(named, 0.5);
  const ninetieth = share(named, 0.9);
  if (median > most.median) wrong.push(`the median function has ${median} lines, over ${most.median}`);
  if (ninetieth >= most.ninetieth)
    wrong.push(`a tenth of the functions has ${ninetieth} lines or more; 90 % must be under ${most.ninetieth}`);
  return wrong;
}

function print(named, files) {
  const lines = files.map((file) => file.lines);
  const comments = sum(files.map((file) => file.comments)) / sum(files.map((file) => file.code));
  const spread = (numbers) => `p50 ${share(numbers, 0.5)}, p90 ${share(numbers, 0.9)}, max ${share(numbers, 1)}`;
  console.log(
    `sizes: ${named.length} functions ${spread(named)}; ${files.length} files ${spread(lines)}; comments ${Math.round(comments * 100)} %`,
  );
}

const hasBody = (node) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body !== null;

/**
 * The tables that a statement at the top of a file declares: arrays and objects without statements of their own, also as the
 * argument of a call (`table({ … })`), and with or without `as const` or `satisfies`.
 */
function tablesOf(statement) {
  const declaration = /^Export(Named|Default)Declaration$/.test(statement.type) ? statement.declaration : statement;
  if (declaration === null) return [];
  const values = declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ init }) => init) : [declaration];
  return values.flatMap(literalsOf).filter(isTable);
}

function literalsOf(value) {
  if (/^TS(As|Satisfies)Expression$/.test(value?.type)) return literalsOf(value.expression);
  if (value?.type === 'CallExpression') return value.arguments.flatMap(literalsOf);
  return /^(Array|Object)Expression$/.test(value?.type) ? [value] : [];
}

/** A value with a block of statements in it is code, not a table. */
function isTable(literal) {
  for (const { node } of nodesOf(literal)) if (node.type === 'BlockStatement') return false;
  return true;
}

/** `describe(…, () => {…})`, `describe.each(…)(…, () => {…})`, and functions named after it, such as `describeInBrowser` */
function isChapter(parent) {
  if (parent?.type !== 'CallExpression') return false;
  for (let callee = parent.callee; callee !== undefined; callee = callee.callee ?? callee.object) {
    if (callee.type === 'Identifier') return callee.name.startsWith('describe');
  }
  return false;
}

function nameOf(node, parent) {
  if (node.id?.name !== undefined) return node.id.name;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (/^(MethodDefinition|PropertyDefinition|Property)$/.test(parent?.type) && parent.value === node)
    return parent.key.name ?? '';
  return '';
}

/** The number of lines that hold only a comment. */
function commentLines(lines, comments, lineAt) {
  const numbers = new Set();
  for (const { start, end } of comments) {
    const first = lineAt(start);
    const alone = /^\s*(\/\/|\/\*)/.test(lines[first - 1]);
    for (let number = alone ? first : first + 1; number <= lineAt(end - 1); number++) numbers.add(number);
  }
  return numbers.size;
}

/** The number at or below which this part of the numbers lies; 0 without numbers. */
function share(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
