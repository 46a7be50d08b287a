import { signal } from '@preact/signals';
import { type Language, languages } from '../texts/languages.ts';
import type { Texts } from '../texts/page.ts';

/** The texts of each language are a file of their own, so a browser loads one. */
const catalogues: Loads<Texts> = {
  en: () => import('../texts/en/page/index.ts'),
  de: () => import('../texts/de/page/index.ts'),
  fr: () => import('../texts/fr/page/index.ts'),
  es: () => import('../texts/es/page/index.ts'),
  fi: () => import('../texts/fi/page/index.ts'),
  ja: () => import('../texts/ja/page/index.ts'),
};

/** How the file of each language is loaded, which exports its texts by its tag. */
export type Loads<Content> = { readonly [Tag in Language]: () => Promise<Readonly<Record<Tag, Content>>> };

/** The whole file is asked for and not its one export: the build then writes half as much code for each language. */
export const loaded = async <Content, Tag extends Language>(loads: Loads<Content>, tag: Tag): Promise<Content> =>
  (await loads[tag]())[tag];

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
  texts.value = await loaded(catalogues, chosen);
  language.value = chosen;
  document.documentElement.lang = chosen;
}
