import { effect, signal } from '@preact/signals';
import type { EditTexts } from '../../texts/edit.ts';
import type { Language } from '../../texts/languages.ts';
import { language } from '../texts.ts';

/** The texts of editing, which a page loads with it. */
const catalogues: Readonly<Record<Language, () => Promise<EditTexts>>> = {
  en: async () => (await import('../../texts/en/edit/index.ts')).en,
  de: async () => (await import('../../texts/de/edit/index.ts')).de,
};

/** Set before anything of editing is drawn. */
export const editTexts = signal<EditTexts>(undefined as unknown as EditTexts);

/** Loads the texts in the language of the page, and again in another one that a person chooses. */
export async function beginEditTexts(): Promise<void> {
  editTexts.value = await catalogues[language.peek()]();
  let shown = language.peek();
  effect(() => {
    if (language.value === shown) return;
    shown = language.value;
    catalogues[shown]().then(
      (loaded) => {
        editTexts.value = loaded;
      },
      () => undefined,
    );
  });
}
