import type { RescueTexts } from '../../rescue.ts';

export const salvage: RescueTexts['salvage'] = {
  title: 'Conservé pour vous',
  there: (texts, strokes) => `Conservé pour vous : ${counted(texts, strokes)}`,
  ended: 'Vous ne pouvez plus modifier ce canevas.',
  show: 'Afficher',
  hide: 'Masquer',
  textGone: 'Quelqu’un d’autre a supprimé cet élément. Votre texte est conservé ici.',
  textRefused: 'Votre texte n’a pas pu être enregistré. Il est conservé ici.',
  strokesRefused: (count) =>
    count === 1
      ? 'Votre trait n’a pas pu être enregistré. Il est conservé ici.'
      : 'Vos traits n’ont pas pu être enregistrés. Ils sont conservés ici.',
  yourText: 'Votre texte',
  strokes: (count) => (count === 1 ? '1 trait' : `${count} traits`),
  putInNote: 'Mettre dans une nouvelle note',
  putBack: 'Mettre sur le canevas',
  copy: 'Copier',
  copied: 'Copié',
  download: 'Télécharger',
  fileName: 'traits',
  discard: 'Abandonner',
  discarded: 'Abandonné',
};

function counted(texts: number, strokes: number): string {
  const words = [texts === 0 ? [] : texts === 1 ? '1 texte' : `${texts} textes`, strokes === 0 ? [] : salvage.strokes(strokes)];
  return words.flat().join(' et ');
}
