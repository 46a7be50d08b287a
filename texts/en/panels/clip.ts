/** Copying and pasting. */
export const clip = {
  copied: (count: number) => `Copied, ${things(count)}`,
  /** `keys`: such as Ctrl+V. */
  pressKeys: (keys: string) => `This browser pastes by keys alone. Press ${keys}.`,
  filesMissing: (count: number) =>
    count === 1
      ? 'One file could not be brought: it can be had only on its own canvas.'
      : `${count.toLocaleString('en')} files could not be brought: they can be had only on their own canvas.`,
  tooMuch: (most: number) => `No more than ${most.toLocaleString('en')} things can be pasted at once.`,
  brought: (count: number, unknown: number) =>
    `${things(count)} brought, ${unknown.toLocaleString('en')} could not be: there is nothing like ${unknown === 1 ? 'it' : 'them'} here.`,
  cellsCut: 'A table has at most 100 columns and rows: the first ones were brought.',
};

const things = (count: number): string => (count === 1 ? '1 thing' : `${count.toLocaleString('en')} things`);
