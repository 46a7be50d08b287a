import type { en } from './en/page/index.ts';
import type { Phrases } from './looks.ts';

/** Every text of the page in one language. A text with gaps is a function. */
export type Texts = Omit<typeof en, 'looks'> & { readonly looks: Phrases };
