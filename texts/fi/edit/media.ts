import type { EditTexts } from '../../edit.ts';

export const media: EditTexts['media'] = {
  play: 'Toista',
  pause: 'Keskeytä',
  mute: 'Mykistä',
  back: (seconds) => `Taaksepäin ${seconds} sekuntia`,
  forward: (seconds) => `Eteenpäin ${seconds} sekuntia`,
  previousPage: 'Edellinen sivu',
  nextPage: 'Seuraava sivu',
  page: (page, pages) => (pages === undefined ? `Sivu ${page}` : `Sivu ${page}/${pages}`),
  pageOf: (page, pages) => (pages === undefined ? String(page) : `${page}/${pages}`),
  position: 'Kohta',
  positionOf: (at, length) => `${at} / ${length}`,
  openOriginal: 'Avaa alkuperäinen',
  replace: 'Korvaa…',
};
