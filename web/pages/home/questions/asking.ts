import { signal } from '@preact/signals';
import type { Listed, ListedCanvas } from '../listed.ts';

/** What happens to things that get another folder. */
export type Way = 'move' | 'copy' | 'restore';

/** What the page asks the person about. */
export type Question =
  | { readonly about: 'canvas' | 'folder'; readonly folder_id: string }
  | { readonly about: 'name'; readonly one: Listed }
  | { readonly about: 'folder of'; readonly some: readonly Listed[]; readonly way: Way }
  | { readonly about: 'conflict'; readonly some: readonly Listed[]; readonly way: Way; readonly folder_id: string }
  | { readonly about: 'delete'; readonly some: readonly Listed[] }
  | { readonly about: 'empty'; readonly folder_id: string; readonly count: number }
  | { readonly about: 'demo'; readonly canvas: ListedCanvas }
  | { readonly about: 'share'; readonly one: Listed };

export const question = signal<Question | undefined>(undefined);

export const askAbout = (asked: Question): void => {
  question.value = asked;
};
export const asked = (): void => {
  question.value = undefined;
};
