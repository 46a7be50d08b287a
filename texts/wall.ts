import { wall as de } from './de/wall.ts';
import { wall as en } from './en/wall.ts';
import { wall as es } from './es/wall.ts';
import { wall as fi } from './fi/wall.ts';
import { wall as fr } from './fr/wall.ts';
import { wall as ja } from './ja/wall.ts';
import type { Language } from './languages.ts';

/** The texts of a browser that is a display, in every language. Only that page loads them. */
export const wallTextsIn: Readonly<Record<Language, typeof en>> = { en, de, fr, es, fi, ja };
