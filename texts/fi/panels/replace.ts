import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('fi');

export const replace: PanelTexts['replace'] = {
  by: 'Korvaava teksti',
  matchCase: 'Sama kirjainkoko',
  wholeWords: 'Kokonaiset sanat',
  all: (places) => (places === 0 ? 'Korvaa kaikki' : `Korvaa kaikki ${number(places)}`),
  done: (places) => (places === 1 ? 'Korvattu 1 kohdassa.' : `Korvattu ${number(places)} kohdassa.`),
  held: (count) =>
    count === 1
      ? 'Yksi kohde jäi ennalleen, koska joku muu muokkaa sitä.'
      : `${count} kohdetta jäi ennalleen, koska muut muokkaavat niitä.`,
};
