/** Every language that has texts; the first one counts where nobody asks for any of them. CONTRIBUTING.md says how to add one. */
export const languages = ['en', 'de', 'fr', 'es', 'fi', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in this language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  fi: 'Suomi',
  ja: '日本語',
};

/** Languages of a header that are looked at. */
const MOST_RANGES = 32;

/**
 * The language that a request asks for in `Accept-Language` (RFC 9110, 12.5.4), of those that have texts: `de` for `de-AT, en;q=0.5`.
 * Empty when it asks for none of them.
 */
export function languageOf(acceptLanguage: string | undefined): Language | '' {
  const ranges = (acceptLanguage ?? '').split(',', MOST_RANGES).map(readRange);
  // The sort is stable: of ranges that are wanted alike, the first one counts
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { language } of wanted) {
    const found = knownLanguage(language);
    if (found) return found;
  }
  return '';
}

/** The language with this tag; undefined when there are no texts in it. */
export const knownLanguage = (tag: string): Language | undefined => languages.find((one) => one === tag);

/** `de-AT;q=0.8` */
function readRange(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((one) => one.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice('q='.length));
  return { language: tag.split('-', 1)[0]!, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
