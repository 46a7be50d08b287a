import type { PanelTexts } from '../../panels.ts';

export const replace: PanelTexts['replace'] = {
  by: 'Ersetzen durch',
  matchCase: 'Groß-/Kleinschreibung beachten',
  wholeWords: 'Nur ganze Wörter',
  all: (places) => (places === 0 ? 'Alle ersetzen' : `Alle ${places.toLocaleString('de')} ersetzen`),
  done: (places) => `An ${places === 1 ? '1 Stelle' : `${places.toLocaleString('de')} Stellen`} ersetzt.`,
  held: (count) =>
    count === 1 ? 'Ein Element, das jemand festhält, bleibt.' : `${count} Elemente, die andere festhalten, bleiben.`,
};
