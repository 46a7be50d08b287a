import type { EditTexts } from '../../edit.ts';

export const text: EditTexts['text'] = {
  writtenBy: (name) => `${name} modifie ce texte`,
  textOf: (kind) => `Texte : ${kind}`,
  titleOf: (kind) => `Titre : ${kind}`,
  nameOf: (kind) => `Nom : ${kind}`,
  panel: 'Texte',
  none: 'Sélectionnez un élément qui a un texte.',
  changed: 'Quelqu’un d’autre a modifié ce texte.',
  useMine: 'Prendre le mien',
  keepTheirs: 'Garder le sien',
  keepBoth: 'Garder les deux',
  tooLong: (most) => `C’est trop long : un texte a au plus ${most} caractères.`,
  next: 'Tab',
  below: (mod) => `${mod} Entrée`,
};
