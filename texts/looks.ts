import type { looks } from './en/looks.ts';

/** What looks say themselves, in one language. */
export type Phrases = { readonly [Name in keyof typeof looks]: string };
