/**
 * The sources, parsed with the parser that vitest brings (through vite), because the compiler of TypeScript 7 has no stable
 * interface for JavaScript yet.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from '../steps/files.mjs';
import { root } from '../steps/run.mjs';

const folders = ['texts', 'model', 'client', 'server', 'cli', 'web', 'test', 'scripts', 'bench', 'vitest.config.ts'];

/** @returns {{ file: string, text: string }[]} */
export function sources() {
  const files = folders.flatMap(filesBelow).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

export const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);

/** The syntax tree (ESTree with types), comments and module records. Throws on a syntax error. */
export function parse({ file, text }) {
  const result = parseSync(file, text);
  if (result.errors.length > 0) throw new SyntaxError(`${file}: ${result.errors[0].message}`);
  return result;
}

/** Every node, parents first. */
export function* nodesOf(node, parent) {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one, parent);
  else if (typeof node?.type === 'string') {
    yield { node, parent };
    for (const key in node) if (typeof node[key] === 'object' && node[key] !== null) yield* nodesOf(node[key], node);
  }
}

/** The number of the line, from 1, at a position in the text. */
export function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
