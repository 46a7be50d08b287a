/** Replacing a text everywhere on the canvas, in the panel of the search. */
export const replace = {
  by: 'Replace with',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  /** @param places 0: nothing is found */
  all: (places: number) => (places === 0 ? 'Replace all' : `Replace all ${places.toLocaleString('en')}`),
  done: (places: number) => `Replaced in ${places === 1 ? '1 place' : `${places.toLocaleString('en')} places`}.`,
  /** @param count things that others hold, which stay as they are */
  held: (count: number) => (count === 1 ? 'One thing that somebody holds stays.' : `${count} things that others hold stay.`),
};
