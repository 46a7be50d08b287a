import type { RescueTexts } from '../../rescue.ts';

export const salvage: RescueTexts['salvage'] = {
  title: 'Sinulle talletettu',
  there: (texts, strokes) => `Sinulle talletettu: ${counted(texts, strokes)}`,
  ended: 'Et voi enää muokata tätä taulua.',
  show: 'Näytä',
  hide: 'Piilota',
  textGone: 'Joku muu poisti tämän, kun kirjoitit. Tekstisi on tallessa tässä.',
  textRefused: 'Tekstiäsi ei voitu tallentaa. Se on tallessa tässä.',
  strokesRefused: (count) =>
    count === 1
      ? 'Piirtoviivaasi ei voitu tallentaa. Se on tallessa tässä.'
      : 'Piirtoviivojasi ei voitu tallentaa. Ne ovat tallessa tässä.',
  yourText: 'Tekstisi',
  strokes: (count) => (count === 1 ? '1 piirtoviiva' : `${count} piirtoviivaa`),
  putInNote: 'Lisää uuteen muistilappuun',
  putBack: 'Lisää taululle',
  copy: 'Kopioi',
  copied: 'Kopioitu',
  download: 'Lataa',
  fileName: 'piirtoviivat',
  discard: 'Hylkää',
  discarded: 'Hylätty',
};

function counted(texts: number, strokes: number): string {
  const words = [texts === 0 ? [] : texts === 1 ? '1 teksti' : `${texts} tekstiä`, strokes === 0 ? [] : salvage.strokes(strokes)];
  return words.flat().join(' ja ');
}
