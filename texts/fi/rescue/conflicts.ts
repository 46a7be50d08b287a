import type { RescueTexts } from '../../rescue.ts';

export const conflicts: RescueTexts['conflicts'] = {
  title: 'Muiden kanssa ristiriitaiset muutokset',
  about: 'Kun tällä sivulla ei ollut yhteyttä, joku muu muutti samoja kohteita. Taulu näyttää muiden version, kunnes valitset.',
  none: 'Valittavaa ei enää ole.',
  told: (count) =>
    count === 1
      ? 'Joku muu on sillä välin muuttanut samaa kohdetta kuin sinä. Muiden versio näytetään, kunnes valitset.'
      : `Joku muu on sillä välin muuttanut ${count} samaa kohdetta kuin sinä. Muiden versiot näytetään, kunnes valitset.`,
  show: 'Näytä',
  useMine: 'Käytä omaani',
  keepTheirs: 'Pidä muiden',
  keepBoth: 'Pidä molemmat',
  yours: 'Sinun',
  theirs: 'Muiden',
  gone: 'Se on sillä välin poistettu.',
  held: 'Joku muuttaa tätä juuri nyt.',
  keptTheirs: 'Muiden versio jää',
  goTo: (name) => `Siirry: ${name}`,
  stroke: 'Piirtoviiva',
  empty: 'tyhjä',
  yes: 'kyllä',
  no: 'ei',
  changed: 'muutettu',
  fields: {
    location: 'Paikka',
    size: 'Koko',
    scale: 'Skaalaus',
    depth: 'Pinojärjestys',
    auto_raise: 'Pinojärjestys',
    parent_id: 'Alusta',
    pinned: 'Kiinnitetty',
    points: 'Viiva',
    src: 'Alku',
    dst: 'Loppu',
  },
};
