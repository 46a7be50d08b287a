import { type Signal, signal } from '@preact/signals';
import { type Sort, sorts } from './order.ts';

export type Layout = 'grid' | 'list';
export const layouts: readonly Layout[] = ['grid', 'list'];

/** What the person chose last on this machine. */
export const sort = kept<Sort>('easel-sort', sorts);
export const layout = kept<Layout>('easel-layout', layouts);

/** What is looked for; it stays when somebody opens a canvas and returns. */
export const sought = signal('');

/** The first one is the default. */
function kept<T extends string>(key: string, all: readonly T[]): Signal<T> {
  const before = globalThis.localStorage?.getItem(key);
  const chosen = signal(all.find((one) => one === before) ?? all[0]!);
  chosen.subscribe((value) => globalThis.localStorage?.setItem(key, value));
  return chosen;
}
