/** What a person has asked for and the server has not shown yet: some fields, or that it is gone. */
export type Wish<T> = Partial<T> | 'gone';

/** What is shown: what the server told, with what is wished for. */
export function withWishes<T>(told: ReadonlyMap<string, T>, wishes: ReadonlyMap<string, Wish<T>>): ReadonlyMap<string, T> {
  if (wishes.size === 0) return told;
  const shown = new Map(told);
  for (const [id, wish] of wishes) {
    const one = told.get(id);
    if (one === undefined) continue;
    if (wish === 'gone') shown.delete(id);
    else shown.set(id, { ...one, ...wish });
  }
  return shown;
}

/** Whether the server shows it by now, so that the wish is not needed any more. */
export function isFulfilled<T extends object>(one: T | undefined, wish: Wish<T>): boolean {
  if (one === undefined) return true;
  if (wish === 'gone') return false;
  return Object.entries(wish).every(([key, value]) => one[key as keyof T] === value);
}
