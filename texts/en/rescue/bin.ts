/** What a person has deleted in this browser. */
export const bin = {
  title: 'Recently deleted',
  about: 'What you have deleted from this canvas in this browser, for seven days.',
  none: 'You have deleted nothing from this canvas in this browser in the last seven days.',
  many: (count: number) => `${count} things`,
  putBack: 'Put back',
  left: (count: number): string =>
    count === 1
      ? 'One thing could not come back: what it lay on or led to is gone.'
      : `${count} things could not come back: what they lay on or led to is gone.`,
};
