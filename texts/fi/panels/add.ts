import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('fi');

export const add: PanelTexts['add'] = {
  find: 'Etsi lisättävää',
  nothing: (typed) => `Lisättävää nimeltä ”${typed}” ei ole.`,
  photo: 'Valokuva…',
  videoInput: 'Videotulo…',
  remoteDesktop: 'Etätyöpöytä…',
  ipVideo: 'IP-video…',
  videoOutput: 'Videolähtö',
  template: 'Taulu mallina…',
  put: 'Lisää taululle',
  name: 'Nimi',
  remoteDesktopAsked: {
    title: 'Etätyöpöytä',
    address: 'Osoite',
    hint: 'Sen avaa näyttö, joka osaa näyttää etätyöpöytiä.',
    example: '10.20.0.5',
  },
  ipVideoAsked: {
    title: 'IP-video',
    address: 'Osoite',
    hint: 'Videovirran osoite, jonka kamera tai sen ohje kertoo.',
    example: 'rtsp://192.0.2.7:554/live',
  },
  videoInputAsked: 'Videotulo',
  noInputs: 'Yhdelläkään yhdistetyllä näytöllä ei ole kameraa tai ruutua näytettäväksi. Voit nimetä myöhemmin tulevan.',
  input: 'Kamera tai ruutu',
  inputOf: (name, display) => `${name}, ${display}`,
  otherInput: 'Jokin muu',
  source: 'Lähde',
  sourceHint: 'Näytön käyttämä nimi, esimerkiksi video=cam-front.',
  computer: 'Tietokone',
  computerHint: 'Sen näytön tunnus, jossa lähde on. Voi jättää tyhjäksi.',
  templateAsked: 'Taulu mallina',
  findCanvas: 'Etsi taulu',
  canvas: 'Taulu',
  noCanvas: 'Muuta tämännimistä taulua ei ole.',
  templateHint: (most) =>
    `Taulun koko sisältö kopioidaan näkymäsi keskelle: enintään ${number(most)} kohdetta piirtoviivoineen ja yhdysviivoineen. Taustaa ei kopioida.`,
  templateDone: (count) => (count === 1 ? 'Taululle lisättiin yksi kohde.' : `Taululle lisättiin ${count} kohdetta.`),
  templateTooLarge: (count, most) =>
    `Sillä taululla on ${number(count)} kohdetta. Toiselle taululle voi lisätä enintään ${number(most)}.`,
};
