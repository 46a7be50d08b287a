import type { RescueTexts } from '../../rescue.ts';

export const salvage: RescueTexts['salvage'] = {
  title: 'Für Sie aufbewahrt',
  there: (texts, strokes) => `Für Sie aufbewahrt: ${counted(texts, strokes)}`,
  ended: 'Sie können diesen Canvas nicht mehr bearbeiten.',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  textGone: 'Jemand anderes hat dies gelöscht, während Sie schrieben. Ihr Text ist hier.',
  textRefused: 'Ihr Text konnte nicht gespeichert werden. Er ist hier.',
  strokesRefused: (count) =>
    count === 1
      ? 'Ihr Strich konnte nicht gespeichert werden. Er ist hier.'
      : 'Ihre Striche konnten nicht gespeichert werden. Sie sind hier.',
  yourText: 'Ihr Text',
  strokes: (count) => (count === 1 ? '1 Strich' : `${count} Striche`),
  putInNote: 'In eine neue Notiz',
  putBack: 'Auf den Canvas',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  fileName: 'Striche',
  discard: 'Verwerfen',
  discarded: 'Verworfen',
};

function counted(texts: number, strokes: number): string {
  const words = [texts === 0 ? [] : texts === 1 ? '1 Text' : `${texts} Texte`, strokes === 0 ? [] : salvage.strokes(strokes)];
  return words.flat().join(' und ');
}
