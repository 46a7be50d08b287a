import type { Phrases } from '../../model/looks/phrases.ts';
import type { en } from './en/index.ts';

/** Every text of the page in one language. A text with gaps is a function. */
export type Texts = Omit<typeof en, 'looks'> & { readonly looks: Phrases };
