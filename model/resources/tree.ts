/** Key of the indexes by place and name: what stands in a folder under exactly this name. */
export const namedIn = (folder: string, name: string): string => `${folder}\n${name}`;

/** A name that ends in a number, ` (3)`, as it is given to duplicates. */
const endsInNumber = /^(.+) \(([1-9]\d{0,8})\)$/su;

/** Digits of the largest number that a name counts with. */
export const MOST_DIGITS = 9;

/** What a counted name is made of; undefined: it is none. */
export function countedName(name: string): { readonly base: string; readonly number: number } | undefined {
  const [, base, number] = endsInNumber.exec(name) ?? [];
  return base === undefined ? undefined : { base, number: Number(number) };
}

/**
 * Place and base of a counted name as a group, with its number, so that the lowest free number is found without
 * a search. The default name, `plain`, is number 0 of its own.
 */
export function numberedIn(folder: string, name: string, plain: string): readonly [group: string, number: number] | undefined {
  if (name === plain) return [namedIn(folder, plain), 0];
  const counted = countedName(name);
  return counted && [namedIn(folder, counted.base), counted.number];
}

/** Only a move into a trash folder itself is a trashing (interface/canvases 5.4). */
export const moved = (destination: string): string => (destination.startsWith('trash.') ? 'trashed' : 'moved');
