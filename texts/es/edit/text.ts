import type { EditTexts } from '../../edit.ts';

/** A kind within a phrase: "nota", but "PDF". */
const within = (kind: string): string => (/^\p{Lu}\p{Ll}/u.test(kind) ? kind[0]!.toLowerCase() + kind.slice(1) : kind);

export const text: EditTexts['text'] = {
  writtenBy: (name) => `${name} lo está editando`,
  textOf: (kind) => `Texto de ${within(kind)}`,
  titleOf: (kind) => `Título de ${within(kind)}`,
  nameOf: (kind) => `Nombre de ${within(kind)}`,
  panel: 'Texto',
  none: 'Selecciona algo que tenga texto.',
  changed: 'Otra persona ha cambiado este texto.',
  useMine: 'Usar el mío',
  keepTheirs: 'Conservar el otro',
  keepBoth: 'Conservar ambos',
  tooLong: (most) => `Es demasiado largo: un texto tiene como máximo ${most} caracteres.`,
  next: 'Tab',
  below: (mod) => `${mod} Intro`,
};
