import type { Phrases } from '../looks.ts';

export const looks: Phrases = {
  noAddress: 'Ei vielä osoitetta',
  noPage: 'Ei vielä sivua',
  noFile: 'Ei vielä tiedostoa',
  waiting: 'Odottaa näyttöä',
  connecting: 'Näyttö yhdistää',
  connected: 'Esillä näytöllä',
  noDisplay: 'Näyttöä ei ole valittu',
  page: 'Sivu {page}/{pages}',
  output: 'Videolähtö',
};
