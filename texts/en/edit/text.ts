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
  tooLong: (most: string) => `That is too long: a text has at most ${most} characters.`,
  /** Keys that lead to the next note. */
  next: 'Tab',
  below: (mod: string) => `${mod} Enter`,
};
