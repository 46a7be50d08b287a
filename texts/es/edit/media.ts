import type { EditTexts } from '../../edit.ts';

export const media: EditTexts['media'] = {
  play: 'Reproducir',
  pause: 'Pausar',
  mute: 'Silenciar',
  back: (seconds) => `Retroceder ${seconds} segundos`,
  forward: (seconds) => `Avanzar ${seconds} segundos`,
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  page: (page, pages) => (pages === undefined ? `Página ${page}` : `Página ${page} de ${pages}`),
  pageOf: (page, pages) => (pages === undefined ? String(page) : `${page} de ${pages}`),
  position: 'Posición',
  positionOf: (at, length) => `${at} de ${length}`,
  openOriginal: 'Abrir el original',
  replace: 'Reemplazar…',
};
