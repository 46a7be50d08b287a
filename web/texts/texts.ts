import { signal } from '@preact/signals';
import type { Texts } from './catalogue.ts';

/** Each is a file of its own, so a browser loads one. A new language is one folder and one line. */
const catalogues = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
} satisfies Record<string, () => Promise<Texts>>;

export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as Language[];

/** In its own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export const language = signal<Language>('en');
/** The texts of the page; components that read its value are drawn anew in another language. Set before anything is drawn. */
export const texts = signal<Texts>(undefined as unknown as Texts);

/** Where the choice is kept; without one the page speaks as the browser does. */
const CHOICE = 'easel-language';

/** Loads the texts that a person chose, or those of the browser. */
export async function beginTexts(): Promise<void> {
  const wished = [localStorage.getItem(CHOICE) ?? '', ...navigator.languages].map((name) => name.slice(0, 2));
  await load(languages.find((one) => one === wished.find((name) => (languages as readonly string[]).includes(name))) ?? 'en');
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  localStorage.setItem(CHOICE, chosen);
  await load(chosen);
}

async function load(chosen: Language): Promise<void> {
  texts.value = await catalogues[chosen]();
  language.value = chosen;
  document.documentElement.lang = chosen;
}
