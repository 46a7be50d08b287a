/** A kind within a phrase: "note", but "PDF" and "IP video". */
const within = (kind: string): string => (/^\p{Lu}\p{Ll}/u.test(kind) ? kind[0]!.toLowerCase() + kind.slice(1) : kind);

export const text = {
  /** Names of fields, by the kind of the widget, such as "Note". */
  /** To the second person who opens a text. */
  writtenBy: (name: string) => `${name} is editing this`,
  textOf: (kind: string) => `Text of ${within(kind)}`,
  titleOf: (kind: string) => `Title of ${within(kind)}`,
  nameOf: (kind: string) => `Name of ${within(kind)}`,
  panel: 'Text',
  none: 'Select something with a text.',
  changed: 'Somebody else changed this text.',
  useMine: 'Use mine',
  keepTheirs: 'Keep theirs',
  keepBoth: 'Keep both',
  /** A text that could not be saved, in a card of its own. */
  kept: 'Text that is not on the canvas',
  keptGone: 'Somebody else deleted this while you wrote. Your text is kept here.',
  keptRefused: 'Your text could not be saved. It is kept here.',
  yourText: 'Your text',
  putInNote: 'Put it in a new note',
  discard: 'Discard',
  tooLong: (most: string) => `That is too long: a text has at most ${most} characters.`,
  /** Keys that lead to the next note. */
  next: 'Tab',
  below: (mod: string) => `${mod} Enter`,
};
