import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('es');

export const clip: PanelTexts['clip'] = {
  copied: (count) => `Copiado: ${things(count)}`,
  pressKeys: (keys) => `Este navegador solo pega con el teclado. Pulsa ${keys}.`,
  filesMissing: (count) =>
    count === 1
      ? 'No se ha podido traer un archivo: solo está disponible en su propio lienzo.'
      : `No se han podido traer ${number(count)} archivos: solo están disponibles en su propio lienzo.`,
  tooMuch: (most) => `Se pueden pegar como máximo ${number(most)} elementos a la vez.`,
  brought: (count, unknown) => `${things(count)} ${count === 1 ? 'pegado' : 'pegados'}; ${number(unknown)} sin equivalente aquí.`,
  cellsCut: 'Una tabla tiene como máximo 100 columnas y 100 filas: se han pegado las primeras.',
};

const things = (count: number): string => (count === 1 ? '1 elemento' : `${number(count)} elementos`);
