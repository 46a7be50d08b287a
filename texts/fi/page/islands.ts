import type { islands as english } from '../../en/page/islands.ts';

export const islands: typeof english = {
  video: (name) => `Video: ${name}`,
  browser: (name) => `Verkkosivu: ${name}`,
  ipVideo: (name) => `IP-video: ${name}`,
  unnamed: 'nimetön',

  soundOn: 'Ääni päälle',
  play: 'Toista',
  unplayable: 'Tämä selain ei voi toistaa tätä videota.',
  download: 'Lataa',

  use: 'Käytä sivua',
  leave: 'Poistu sivulta',
  openTab: 'Avaa uudessa välilehdessä',
  silentPage: 'Tämä sivu ei ole vielä vastannut. Siihen ei ehkä saada yhteyttä, tai sitä ei saa näyttää toisella sivulla.',
  unframedPage: 'Tätä sivua ei voi näyttää toisella sivulla.',
  unreachablePage: 'Tästä osoitteesta ei vastata. Ehkä vain palvelin ei saa siihen yhteyttä.',
  showAnyway: 'Kokeile tässä',
  mixedPage: 'Sivun osoite on suojaamaton http. Selaimet eivät näytä sitä täällä, koska tämä taulu tuli https-yhteydellä.',

  mixedStream: 'Videon osoite on suojaamaton http. Selaimet eivät näytä sitä täällä, koska tämä taulu tuli https-yhteydellä.',
  silentCamera: 'Tässä osoitteessa ei ole kuvaa, tai ei tälle selaimelle. Yritetään aika ajoin uudelleen.',
  blockedStream: (server) =>
    `Easel ei saa vielä ladata videoita palvelimelta ${server}. Ylläpitäjä voi lisätä sen asetukseen EASEL_IP_VIDEO_SOURCES.`,
};
