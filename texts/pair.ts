import { pair as de } from './de/pair.ts';
import { pair as en } from './en/pair.ts';
import { pair as es } from './es/pair.ts';
import { pair as fi } from './fi/pair.ts';
import { pair as fr } from './fr/pair.ts';
import { pair as ja } from './ja/pair.ts';
import type { Language } from './languages.ts';

/** The texts of the page that signs a wall in, in every language. Only that page loads them. */
export const pairTextsIn: Readonly<Record<Language, typeof en>> = { en, de, fr, es, fi, ja };
