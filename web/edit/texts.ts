import type { EditTexts } from '../../texts/edit.ts';
import { catalogue } from './catalogue.ts';

const editCatalogue = catalogue<EditTexts>({
  en: () => import('../../texts/en/edit/index.ts'),
  de: () => import('../../texts/de/edit/index.ts'),
  fr: () => import('../../texts/fr/edit/index.ts'),
  es: () => import('../../texts/es/edit/index.ts'),
  fi: () => import('../../texts/fi/edit/index.ts'),
  ja: () => import('../../texts/ja/edit/index.ts'),
});

/** The texts of editing, which a page loads with it. Set before anything of editing is drawn. */
export const editTexts = editCatalogue.texts;

export const beginEditTexts = editCatalogue.begin;
