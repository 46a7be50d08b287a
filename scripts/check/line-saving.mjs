/**
 * Two ways to write several things on one line only to save lines: a literal object that is spread into another
 * (`{ ...{ a, b }, c }`), and unrelated values that are taken apart from a literal array (`const [a, b] = [x, y]`). A swap is no such
 * thing (`[a, b] = [b, a]`), because its values are read before the first of them is replaced; nor is the default of a pattern
 * (`([a, b] = [0, 0]) => …`).
 */
import { lineCounter, nodesOf, parse, sources } from './sources.mjs';

export async function check() {
  return sources().flatMap(savedLines);
}

/** @param source `{ file, text }` @returns one line for each place */
export function savedLines(source) {
  const lineAt = lineCounter(source.text);
  return placesOf(source).map(({ node, says }) => `${source.file}:${lineAt(node.start)} ${says}`);
}

/** @returns {{ node: object, says: string }[]} */
function placesOf(source) {
  const found = [];
  for (const { node } of nodesOf(parse(source).program)) {
    if (/^(SpreadElement|JSXSpreadAttribute)$/.test(node.type) && node.argument.type === 'ObjectExpression')
      found.push({ node, says: 'spreads a literal object: write its keys into the object around it' });
    if (node.type !== 'AssignmentPattern' && isTakenApart(source.text, node.id ?? node.left, node.init ?? node.right))
      found.push({ node, says: 'takes unrelated values from a literal array: declare or assign each by itself' });
  }
  return found;
}

function isTakenApart(text, targets, values) {
  if (targets?.type !== 'ArrayPattern' || values?.type !== 'ArrayExpression') return false;
  if (values.elements.some((value) => value === null || value.type === 'SpreadElement')) return false;
  const names = targets.elements.filter(Boolean).map(({ start, end }) => text.slice(start, end));
  const read = text.slice(values.start, values.end);
  return !names.some((name) => new RegExp(`(?<![\\w$#.])${name.replace(/[$^.*+?()[\]{}|\\]/g, '\\$&')}(?![\\w$])`).test(read));
}
