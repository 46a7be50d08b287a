import type { EditTexts } from '../../texts/edit.ts';
import { catalogue } from './catalogue.ts';

const editCatalogue = catalogue<EditTexts>({
  en: async () => (await import('../../texts/en/edit/index.ts')).en,
  de: async () => (await import('../../texts/de/edit/index.ts')).de,
  fr: async () => (await import('../../texts/fr/edit/index.ts')).fr,
  es: async () => (await import('../../texts/es/edit/index.ts')).es,
  fi: async () => (await import('../../texts/fi/edit/index.ts')).fi,
});

/** The texts of editing, which a page loads with it. Set before anything of editing is drawn. */
export const editTexts = editCatalogue.texts;

export const beginEditTexts = editCatalogue.begin;
