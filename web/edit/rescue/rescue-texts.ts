import type { RescueTexts } from '../../../texts/rescue.ts';
import { catalogue } from '../catalogue.ts';

const rescueCatalogue = catalogue<RescueTexts>({
  en: () => import('../../../texts/en/rescue/index.ts'),
  de: () => import('../../../texts/de/rescue/index.ts'),
  fr: () => import('../../../texts/fr/rescue/index.ts'),
  es: () => import('../../../texts/es/rescue/index.ts'),
  fi: () => import('../../../texts/fi/rescue/index.ts'),
  ja: () => import('../../../texts/ja/rescue/index.ts'),
});

/** The texts about what was nearly lost. Set before the part that uses them is made. */
export const rescueTexts = rescueCatalogue.texts;

export const beginRescueTexts = rescueCatalogue.begin;
