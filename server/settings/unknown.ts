import type { Environment } from './read.ts';

/** One line for each `EASEL_` variable that is not a setting, with the nearest name if it looks like a typing error. */
export function unknownVariables(names: readonly string[], env: Environment): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env)
    .filter((name) => name.startsWith('EASEL_') && !known.includes(name))
    .sort()
    .map((name) => `${name} is not a setting${hint(name, known)}`);
}

function hint(name: string, known: readonly string[]): string {
  const near = known.map((one) => ({ one, edits: editsBetween(name, one) })).sort((a, b) => a.edits - b.edits)[0];
  // With more edits than a third of the part in which names differ, it is another word.
  return near !== undefined && near.edits <= Math.max(2, (name.length - 'EASEL_'.length) / 3)
    ? `: did you mean ${near.one}?`
    : '';
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
