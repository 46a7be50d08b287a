import { de } from './de/mail.ts';
import { en } from './en/mail.ts';
import { es } from './es/mail.ts';
import { fi } from './fi/mail.ts';
import { fr } from './fr/mail.ts';
import { ja } from './ja/mail.ts';
import type { Language } from './languages.ts';
import type { Texts } from './mail.ts';

/** The texts of mails in every language. */
export const mailsIn: Readonly<Record<Language, Texts>> = { en, de, fr, es, fi, ja };
