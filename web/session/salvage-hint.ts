/** Whether the browser keeps something for a person, so that only then the code for it is loaded. */
export const salvageHint = (user: number) => {
  const name = `easel-salvage-${user}`;
  return {
    get: (): boolean => localStorage.getItem(name) !== null,
    set: (isThere: boolean): void => (isThere ? localStorage.setItem(name, '') : localStorage.removeItem(name)),
  };
};
