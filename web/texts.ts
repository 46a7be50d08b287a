import { signal } from '@preact/signals';
import { type Language, languages } from '../texts/languages.ts';
import type { Texts } from '../texts/page.ts';

/** The texts of each language are a file of their own, so a browser loads one. */
const catalogues: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../texts/en/page/index.ts')).en,
  de: async () => (await import('../texts/de/page/index.ts')).de,
  fr: async () => (await import('../texts/fr/page/index.ts')).fr,
  es: async () => (await import('../texts/es/page/index.ts')).es,
  fi: async () => (await import('../texts/fi/page/index.ts')).fi,
};

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
