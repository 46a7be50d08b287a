import type { RescueTexts } from '../../rescue.ts';

export const bin: RescueTexts['bin'] = {
  title: 'Äskettäin poistetut',
  about: 'Mitä olet poistanut tältä taululta tässä selaimessa viimeisten seitsemän päivän aikana.',
  none: 'Et ole poistanut mitään tältä taululta tässä selaimessa viimeisten seitsemän päivän aikana.',
  many: (count) => (count === 1 ? '1 kohde' : `${count} kohdetta`),
  putBack: 'Palauta',
  left: (count) =>
    count === 1
      ? 'Yhtä kohdetta ei voitu palauttaa: sen alusta tai päätepiste on poissa.'
      : `${count} kohdetta ei voitu palauttaa: niiden alusta tai päätepiste on poissa.`,
};
