import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('fi');
const things = (count: number): string => (count === 1 ? '1 kohde' : `${number(count)} kohdetta`);

export const clip: PanelTexts['clip'] = {
  copied: (count) => `Kopioitu: ${things(count)}`,
  pressKeys: (keys) => `Tässä selaimessa liittäminen onnistuu vain näppäimillä. Paina ${keys}.`,
  filesMissing: (count) =>
    count === 1
      ? 'Yhtä tiedostoa ei voitu tuoda: se on saatavilla vain omalla taulullaan.'
      : `${number(count)} tiedostoa ei voitu tuoda: ne ovat saatavilla vain omalla taulullaan.`,
  tooMuch: (most) => `Kerralla voi liittää enintään ${number(most)} kohdetta.`,
  brought: (count, unknown) => `Tuotu: ${things(count)}. Ei tuotu: ${number(unknown)}, koska vastinetta ei ole täällä.`,
  cellsCut: 'Taulukossa voi olla enintään 100 saraketta ja riviä: ensimmäiset tuotiin.',
};
