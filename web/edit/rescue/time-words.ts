import { language } from '../../texts.ts';

/** The day and the time, in the language of the page. @param at as records tell times */
export const timeWords = (at: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
