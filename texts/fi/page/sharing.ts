import type { sharing as english } from '../../en/page/sharing.ts';

export const sharing: typeof english = {
  title: (name) => `Jaa ”${name}”`,
  seeTitle: (name) => `Kuka näkee: ”${name}”`,
  panelTitle: 'Jaa',
  loading: 'Haetaan oikeuksia …',
  add: 'Lisää henkilöitä tai ryhmiä',
  addHint: 'Nimi tai sähköpostiosoite',
  addNone: 'Ketään ei löytynyt.',
  addAs: 'Mitä he saavat tehdä',
  people: 'Kenellä on oikeus',
  you: (name) => `${name} (sinä)`,
  group: 'Ryhmä',
  wall: 'Näyttöseinä',
  everybody: 'Kaikki tällä palvelimella',
  unknownUser: (id) => `Henkilö ${id}`,
  unknownGroup: (id) => `Ryhmä ${id}`,
  inherited: 'ylemmästä kansiosta',
  levelOf: (name) => `Oikeus: ${name}`,
  levels: { none: 'Ei oikeutta', view: 'Saa katsella', edit: 'Saa muokata', owner: 'Omistaja' },
  remove: 'Poista',
  added: (name) => `${name} lisättiin.`,
  changed: (name, level) => `${name}: ${level}`,
  onlyOwner: 'Taululla tai kansiolla on oltava omistaja. Tee ensin jostakusta muusta omistaja.',
  removed: (name) => `${name} poistettiin.`,

  editorsShare: 'Muokkaajat saavat myös jakaa',
  link: 'Linkki',
  linkLevels: {
    none: 'Vain ne, joilla on oikeus',
    view: 'Kaikki linkin saaneet saavat katsella',
    edit: 'Kaikki linkin saaneet saavat katsella. Kirjautuneet saavat muokata.',
  },
  linkAbout: {
    none: 'Yllä oleville henkilöille ja ryhmille.',
    view: 'Katselu ei vaadi tiliä.',
    edit: 'Katselu ei vaadi tiliä. Muokkaus vaatii.',
  },
  copyLink: 'Kopioi linkki',
  linkCopied: 'Linkki on kopioitu.',
  qr: 'Linkin QR-koodi',
  linkToCopy: 'Kopioitava osoite',

  summary: ({ people, groups, everybody, link }) => {
    if (link) return 'Kaikki linkin saaneet näkevät tämän nyt, myös ilman tiliä.';
    if (everybody) return 'Kaikki, joilla on tili tällä palvelimella, näkevät tämän nyt.';
    if (people === 1 && groups === 0) return 'Vain yksi henkilö näkee tämän nyt ylläpitäjien lisäksi.';
    const parts = [
      people === 1 ? '1 henkilö' : `${people} henkilöä`,
      groups === 0 ? '' : groups === 1 ? '1 ryhmä' : `${groups} ryhmää`,
    ];
    return `Tämän näkee nyt ${parts.filter(Boolean).join(' ja ')} sekä ylläpitäjät.`;
  },
};
