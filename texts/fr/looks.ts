import type { Phrases } from '../looks.ts';

export const looks: Phrases = {
  noAddress: 'Pas encore d’adresse',
  noPage: 'Pas encore de page',
  noFile: 'Pas encore de fichier',
  waiting: 'En attente d’un écran',
  connecting: 'Un écran se connecte',
  connected: 'Affiché par un écran',
  noDisplay: 'Aucun écran choisi',
  output: 'Sortie vidéo',
  page: 'Page {page} sur {pages}',
};
