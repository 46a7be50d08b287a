/**
 * The page takes time from one clock, as the server does: timers and durations from `usualClock` (or the `Clock` that a part is handed),
 * frames from `web/view/frames.ts`. So a rule that waits is tested by moving a clock. Dates are right where a date itself is meant.
 */
import { ownTime } from './exceptions.mjs';
import { isTest, lineCounter, nodesOf, parse, sources } from './sources.mjs';

const instead = new Map([
  ['setTimeout', '`after` of `usualClock`'],
  ['clearTimeout', '`cancel` of the `Timer`'],
  ['setInterval', '`every` of `usualClock`'],
  ['clearInterval', '`cancel` of the `Timer`'],
  ['performance.now', '`steady` of `usualClock`'],
  ['Date.now', '`steady` of `usualClock` for durations'],
  ['requestAnimationFrame', 'the frames of the page (web/view/frames.ts)'],
  ['requestIdleCallback', '`whenIdle` (web/parts/when-idle.ts)'],
]);

export async function check() {
  const files = sources().filter(({ file }) => file.startsWith('web/') && !isTest(file));
  return wrongTime(files, ownTime);
}

/** @param exceptions `{ file, names, reason }` of each file that may @returns one line for each place, and for each exception without one */
export function wrongTime(files, exceptions) {
  const found = files.flatMap(usesOf);
  const may = ({ file, name }) => exceptions.some((one) => one.file === file && one.names.includes(name));
  const isUsed = (file, name) => found.some((use) => use.file === file && use.name === name);
  return [
    ...found
      .filter((use) => !may(use))
      .map(
        ({ file, line, name }) =>
          `${file}:${line} uses ${name}: use ${instead.get(name)}, or give a reason in scripts/check/exceptions.mjs`,
      ),
    ...exceptions.flatMap(({ file, names }) =>
      names
        .filter((name) => !isUsed(file, name))
        .map((name) => `scripts/check/exceptions.mjs lets ${file} use ${name}, which it does not: take the exception away`),
    ),
  ];
}

function usesOf(source) {
  const lineAt = lineCounter(source.text);
  const uses = [];
  for (const { node } of nodesOf(parse(source).program)) {
    const name = node.type === 'CallExpression' && calledName(node.callee);
    if (instead.has(name)) uses.push({ file: source.file, line: lineAt(node.start), name });
  }
  return uses;
}

/** `a` or `a.b`; a global may be named with `window.` or `globalThis.` before it. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  const owner = calledName(callee.object);
  return owner === 'window' || owner === 'globalThis' ? callee.property.name : `${owner}.${callee.property.name}`;
}
