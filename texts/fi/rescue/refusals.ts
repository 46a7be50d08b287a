import type { RescueTexts } from '../../rescue.ts';

export const refusals: RescueTexts['refusals'] = {
  resumed: (count) => (count === 1 ? 'Aiempi muutos tallennettiin' : `${count} aiempaa muutosta tallennettiin`),
  goneOne: (kind) => `Joku muu poisti kohteen: ${kind}`,
  goneMany: (count) => `Muut poistivat ${count} kohdetta`,
  refusedOne: 'Yhtä muutosta ei voitu tehdä',
  refusedMany: (count) => `${count} muutosta ei voitu tehdä`,
};
