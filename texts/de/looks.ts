import type { Phrases } from '../looks.ts';

export const looks: Phrases = {
  noAddress: 'Noch keine Adresse',
  noPage: 'Noch keine Seite',
  noFile: 'Noch keine Datei',
  waiting: 'Wartet auf ein Display',
  connecting: 'Ein Display verbindet sich',
  connected: 'Auf einem Display zu sehen',
  noDisplay: 'Kein Display gewählt',
  page: 'Seite {page} von {pages}',
  output: 'Videoausgang',
};
