/** Whether the server has what a person did, and what it did not take. */
export const saving = {
  saved: 'Saved',
  saving: 'Saving …',
  busy: 'Busy: your changes wait',
  offline: 'Offline: your changes wait',
  stopped: 'Not saved',
  /** The browser has no room for what waits, or forbids it. @param state such as `Saving …` */
  keepsNothing: (state: string) => `${state} (this browser keeps nothing for later)`,
  resumed: (count: number) => (count === 1 ? 'A change from before was saved' : `${count} changes from before were saved`),
  /** @param kind such as `Note` */
  goneOne: (kind: string) => `${/^[aeiou]/i.test(kind) ? 'An' : 'A'} ${inSentence(kind)} was deleted by somebody else`,
  goneMany: (count: number) => `${count} things were deleted by somebody else`,
  changedOne: 'Somebody else has changed the same meanwhile, and theirs stays',
  changedMany: (count: number) => `Somebody else has changed ${count} of the same things meanwhile, and theirs stay`,
  refusedOne: 'A change could not be made',
  refusedMany: (count: number) => `${count} changes could not be made`,
};

/** `PDF` stays as it is. */
const inSentence = (kind: string): string => kind.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
