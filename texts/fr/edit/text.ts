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
  kept: 'Texte qui n’est pas sur le canevas',
  keptGone: 'Quelqu’un d’autre a supprimé cet élément. Votre texte est conservé ici.',
  keptRefused: 'Votre texte n’a pas pu être enregistré. Il est conservé ici.',
  yourText: 'Votre texte',
  putInNote: 'Mettre dans une nouvelle note',
  discard: 'Abandonner',
  tooLong: (most) => `C’est trop long : un texte a au plus ${most} caractères.`,
  next: 'Tab',
  below: (mod) => `${mod} Entrée`,
};
