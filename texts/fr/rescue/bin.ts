import type { RescueTexts } from '../../rescue.ts';

export const bin: RescueTexts['bin'] = {
  title: 'Supprimés récemment',
  about: 'Ce que vous avez supprimé de ce canevas dans ce navigateur, pendant sept jours.',
  none: 'Vous n’avez rien supprimé de ce canevas dans ce navigateur ces sept derniers jours.',
  many: (count) => `${count} éléments`,
  putBack: 'Remettre',
  left: (count) =>
    count === 1
      ? 'Un élément n’a pas pu revenir : son support ou ce qu’il reliait n’existe plus.'
      : `${count} éléments n’ont pas pu revenir : leur support ou ce qu’ils reliaient n’existe plus.`,
};
