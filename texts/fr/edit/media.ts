import type { EditTexts } from '../../edit.ts';

export const media: EditTexts['media'] = {
  play: 'Lire',
  pause: 'Pause',
  mute: 'Couper le son',
  back: (seconds) => `Reculer de ${seconds} secondes`,
  forward: (seconds) => `Avancer de ${seconds} secondes`,
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  page: (page, pages) => (pages === undefined ? `Page ${page}` : `Page ${page} sur ${pages}`),
  pageOf: (page, pages) => (pages === undefined ? String(page) : `${page} sur ${pages}`),
  position: 'Position',
  positionOf: (at, length) => `${at} sur ${length}`,
  openOriginal: 'Ouvrir l’original',
  replace: 'Remplacer…',
};
