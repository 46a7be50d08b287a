import { isCanvas, type Listed } from '../home/listed.ts';

/** Things of the same kind and name that stand in the folder already (interface/canvases 5.2). */
export const conflictsOf = (one: Listed, folder_id: string, all: Iterable<Listed>): readonly Listed[] =>
  [...all].filter(
    (other) =>
      other.id !== one.id && other.folder_id === folder_id && other.name === one.name && isCanvas(other) === isCanvas(one),
  );

/** The name with the lowest number that nothing of its kind has in the folder; a number at its end is counted on. */
export function freeName(one: Listed, folder_id: string, all: Iterable<Listed>): string {
  const kind = isCanvas(one);
  const taken = new Set(
    [...all].filter((other) => other.folder_id === folder_id && isCanvas(other) === kind).map(({ name }) => name),
  );
  const stem = one.name.replace(/ \(\d+\)$/, '');
  for (let number = 1; ; number++) {
    // Longer names are refused (interface/canvases 2.1)
    const ending = ` (${number})`;
    const name = stem.slice(0, 255 - ending.length) + ending;
    if (!taken.has(name)) return name;
  }
}
