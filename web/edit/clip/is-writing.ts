/** Whether an event happened where people write, so that the browser does with it what it does with texts. */
export const isWriting = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
