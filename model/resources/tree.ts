/** Key of the indexes by place and name: the items in a folder under exactly this name. */
export const namedIn = (folder: string, name: string): string => `${folder}\n${name}`;

/** A name that ends in a number, ` (3)`, as duplicates get it. */
const endsInNumber = /^(.+) \(([1-9]\d{0,8})\)$/su;

/** The number of a counted name has at most this many digits. */
export const MOST_DIGITS = 9;

/** The parts of a counted name; undefined: the name has no number. */
export function countedName(name: string): { readonly base: string; readonly number: number } | undefined {
  const [, base, number] = endsInNumber.exec(name) ?? [];
  return base === undefined ? undefined : { base, number: Number(number) };
}

/**
 * Groups counted names by folder and base, so that the lowest free number is found without a search. The default name,
 * `plain`, counts as number 0 of its own group.
 */
export function numberedIn(folder: string, name: string, plain: string): readonly [group: string, number: number] | undefined {
  if (name === plain) return [namedIn(folder, plain), 0];
  const counted = countedName(name);
  return counted && [namedIn(folder, counted.base), counted.number];
}

/** Only a move into a trash folder itself is a trashing (interface/canvases 5.4). */
export const moved = (destination: string): string => (destination.startsWith('trash.') ? 'trashed' : 'moved');
