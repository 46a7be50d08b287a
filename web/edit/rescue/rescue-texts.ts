import type { RescueTexts } from '../../../texts/rescue.ts';
import { catalogue } from '../catalogue.ts';

const rescueCatalogue = catalogue<RescueTexts>({
  en: async () => (await import('../../../texts/en/rescue/index.ts')).en,
  de: async () => (await import('../../../texts/de/rescue/index.ts')).de,
  fr: async () => (await import('../../../texts/fr/rescue/index.ts')).fr,
  es: async () => (await import('../../../texts/es/rescue/index.ts')).es,
  fi: async () => (await import('../../../texts/fi/rescue/index.ts')).fi,
});

/** The texts about what was nearly lost. Set before the part that uses them is made. */
export const rescueTexts = rescueCatalogue.texts;

export const beginRescueTexts = rescueCatalogue.begin;
