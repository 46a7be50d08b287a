import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('es');

export const replace: PanelTexts['replace'] = {
  by: 'Reemplazar por',
  matchCase: 'Distinguir mayúsculas',
  wholeWords: 'Palabras enteras',
  all: (places) => (places === 0 ? 'Reemplazar todo' : `Reemplazar todo (${number(places)})`),
  done: (places) => (places === 1 ? 'Reemplazado en 1 lugar.' : `Reemplazado en ${number(places)} lugares.`),
  held: (count) =>
    count === 1
      ? 'Un elemento que otra persona tiene en uso se queda como está.'
      : `${number(count)} elementos que otras personas tienen en uso se quedan como están.`,
};
