/** What the server did not take, and what of earlier pages it has taken. */
export const refusals = {
  resumed: (count: number) => (count === 1 ? 'A change from before was saved' : `${count} changes from before were saved`),
  /** @param kind such as `Note` */
  goneOne: (kind: string) => `${/^[aeiou]/i.test(kind) ? 'An' : 'A'} ${inSentence(kind)} was deleted by somebody else`,
  goneMany: (count: number) => `${count} things were deleted by somebody else`,
  refusedOne: 'A change could not be made',
  refusedMany: (count: number) => `${count} changes could not be made`,
};

/** `PDF` stays as it is. */
const inSentence = (kind: string): string => kind.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
