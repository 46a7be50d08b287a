import { effect, type Signal, signal } from '@preact/signals';
import type { Language } from '../../texts/languages.ts';
import { type Loads, language, loaded } from '../texts.ts';

/** Texts of which a browser loads one language. */
export interface Catalogue<Texts> {
  /** Components that read its value are drawn anew in another language. */
  readonly texts: Signal<Texts>;
  /** Loads the texts in the language of the page, and later in another one that a person chooses. Only its first success does that. */
  begin(): Promise<void>;
}

export function catalogue<Texts>(loads: Loads<Texts>): Catalogue<Texts> {
  const texts = signal<Texts>(undefined as unknown as Texts);
  let shown: Language | undefined;
  const load = async (chosen: Language): Promise<void> => {
    const content = await loaded(loads, chosen);
    if (language.peek() === chosen) texts.value = content;
  };
  return {
    texts,
    async begin() {
      if (shown) return;
      const first = language.peek();
      texts.value = await loaded(loads, first);
      if (shown) return;
      shown = first;
      effect(() => {
        if (language.value === shown) return;
        shown = language.value;
        load(shown).catch(() => undefined);
      });
    },
  };
}
