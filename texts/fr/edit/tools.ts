import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'Outils',
  options: 'Options de l’outil',
  more: 'Plus d’outils',
  add: 'Ajouter',
  undo: 'Annuler',
  redo: 'Rétablir',
  stays: (name) => `${name}, reste actif`,
  select: 'Sélection',
  hand: 'Main',
  pen: 'Stylo',
  highlighter: 'Surligneur',
  eraser: 'Gomme',
  note: 'Note',
  text: 'Texte',
  connector: 'Connecteur',
  table: 'Tableau',
  anchor: 'Ancre',
  browser: 'Page Web',
  file: 'Fichier…',
  view: 'Vue',
};
