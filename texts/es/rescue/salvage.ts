import type { RescueTexts } from '../../rescue.ts';

export const salvage: RescueTexts['salvage'] = {
  title: 'Conservado para ti',
  there: (texts, strokes) => `Conservado para ti: ${counted(texts, strokes)}`,
  ended: 'Ya no puedes editar este lienzo.',
  show: 'Mostrar',
  hide: 'Ocultar',
  textGone: 'Otra persona ha eliminado este elemento mientras escribías. Tu texto se conserva aquí.',
  textRefused: 'No se ha podido guardar tu texto. Se conserva aquí.',
  strokesRefused: (count) =>
    count === 1
      ? 'No se ha podido guardar tu trazo. Se conserva aquí.'
      : 'No se han podido guardar tus trazos. Se conservan aquí.',
  yourText: 'Tu texto',
  strokes: (count) => (count === 1 ? '1 trazo' : `${count} trazos`),
  putInNote: 'Poner en una nota nueva',
  putBack: 'Poner en el lienzo',
  copy: 'Copiar',
  copied: 'Copiado',
  download: 'Descargar',
  fileName: 'trazos',
  discard: 'Descartar',
  discarded: 'Descartado',
};

function counted(texts: number, strokes: number): string {
  const words = [texts === 0 ? [] : texts === 1 ? '1 texto' : `${texts} textos`, strokes === 0 ? [] : salvage.strokes(strokes)];
  return words.flat().join(' y ');
}
