import type { EditTexts } from '../../edit.ts';

export const media: EditTexts['media'] = {
  play: 'Abspielen',
  pause: 'Anhalten',
  mute: 'Stumm',
  back: (seconds) => `${seconds} Sekunden zurück`,
  forward: (seconds) => `${seconds} Sekunden vor`,
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  page: (page, pages) => (pages === undefined ? `Seite ${page}` : `Seite ${page} von ${pages}`),
  pageOf: (page, pages) => (pages === undefined ? String(page) : `${page} von ${pages}`),
  position: 'Stelle',
  positionOf: (at, length) => `${at} von ${length}`,
  openOriginal: 'Original öffnen',
  replace: 'Ersetzen …',
};
