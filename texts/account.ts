import { account as de } from './de/account.ts';
import { account as en } from './en/account.ts';
import { account as es } from './es/account.ts';
import { account as fi } from './fi/account.ts';
import { account as fr } from './fr/account.ts';
import { account as ja } from './ja/account.ts';
import type { Language } from './languages.ts';

/** The texts of the page of one's own account, in every language. Only that page loads them. */
export const accountTextsIn: Readonly<Record<Language, typeof en>> = { en, de, fr, es, fi, ja };
