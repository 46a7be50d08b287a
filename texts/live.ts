import { live as de } from './de/live.ts';
import { live as en } from './en/live.ts';
import { live as es } from './es/live.ts';
import { live as fi } from './fi/live.ts';
import { live as fr } from './fr/live.ts';
import { live as ja } from './ja/live.ts';
import type { Language } from './languages.ts';

/** The texts of the live page in every language. */
export const liveTextsIn: Readonly<Record<Language, typeof en>> = { en, de, fr, es, fi, ja };
