import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'Outils',
  options: 'Options de l’outil',
  more: 'Plus d’outils',
  add: 'Ajouter',
  undo: 'Annuler',
  redo: 'Rétablir',
  stays: (name) => `${name}, reste actif`,
  seatMenu: (number) => `Menu de la place ${number}`,
  select: 'Sélection',
  hand: 'Main',
  pen: 'Stylo',
  highlighter: 'Surligneur',
  eraser: 'Gomme',
  note: 'Note',
  text: 'Texte',
  file: 'Fichier…',
  view: 'Vue',
};
