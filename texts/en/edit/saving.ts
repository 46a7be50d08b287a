/** Whether the server has what a person did, and what it did not take. */
export const saving = {
  saved: 'Saved',
  saving: 'Saving …',
  busy: 'Busy: your changes wait',
  offline: 'Offline: your changes wait',
  stopped: 'Not saved',
  /** The browser has no room for what waits, or forbids it. @param state such as `Saving …` */
  keepsNothing: (state: string) => `${state} (this browser keeps nothing for later)`,
};
