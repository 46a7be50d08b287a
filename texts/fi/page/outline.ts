import type { outline as english } from '../../en/page/outline.ts';

const number = (count: number): string => count.toLocaleString('fi');
const done = { added: 'lisätty', changed: 'muutettu', removed: 'poistettu' } as const;
const numbers = ['Nolla', 'Yksi', 'Kaksi', 'Kolme', 'Neljä', 'Viisi', 'Kuusi', 'Seitsemän', 'Kahdeksan', 'Yhdeksän', 'Kymmenen'];
const amount = (count: number): string => numbers[count] ?? number(count);
const below = (name: string): string => (name === '' ? '' : `, ankkuri ${name}`);

export const outline: typeof english = {
  /** The second word follows a number. */
  kinds: {
    Note: ['Muistilappu', 'muistilappua'],
    Image: ['Kuva', 'kuvaa'],
    Video: ['Video', 'videota'],
    Pdf: ['PDF', 'PDF-tiedostoa'],
    Browser: ['Verkkosivu', 'verkkosivua'],
    Anchor: ['Ankkuri', 'ankkuria'],
    VideoInput: ['Videotulo', 'videotuloa'],
    Connector: ['Yhdysviiva', 'yhdysviivaa'],
    Table: ['Taulukko', 'taulukkoa'],
    TableCell: ['Taulukkosolu', 'taulukkosolua'],
    RdpConnection: ['Etätyöpöytä', 'etätyöpöytää'],
    IpVideo: ['IP-video', 'IP-videota'],
    VideoOutputAnchor: ['Videolähtö', 'videolähtöä'],
  },
  things: ['Kohde', 'kohdetta'],
  title: 'Jäsennys',
  open: 'Avaa jäsennys',
  skip: 'Siirry jäsennykseen',
  about: 'Kaikki tällä taululla lukujärjestyksessä',
  empty: 'Tällä taululla ei ole vielä mitään.',
  count: (count) => (count === 1 ? '1 kohde' : `${number(count)} kohdetta`),
  unnamed: 'nimetön',
  leadsTo: (name) => `päättyy: ${name}`,
  leadsNowhere: 'ei johda mihinkään',
  cell: (row, column) => `Rivi ${row}, sarake ${column}`,
  grown: (rows, columns) => `rivejä ${rows}, sarakkeita ${columns}`,
  position: (at, of, under) => `${number(at)}/${number(of)}${below(under)}`,
  selected: (count) => (count === 1 ? '1 valittu' : `${count} valittua`),
  cleared: 'Mitään ei ole valittu',
  canvas: (name) => (name === '' ? 'Taulu' : `Taulu ${name}`),
  canvasRole: 'taulu',
  canvasHelp:
    'Sarkain valitsee ensimmäisen näkyvän kohteen. Nuolinäppäimet siirtyvät kohteesta toiseen, Alt ja alanuoli kohteen sisään, Alt ja ylänuoli ulos. Enter tuo kohteen näkyviin. Escape poistaa valinnan.',

  search: 'Etsi tältä taululta',
  searchTitle: 'Haku',
  searchHint: 'Tekstit, nimet, tiedostot, osoitteet',
  next: 'Seuraava tulos',
  previous: 'Edellinen tulos',
  results: 'Tulokset',
  found: (count) => (count === 0 ? 'Mitään ei löytynyt' : count === 1 ? '1 tulos' : `${number(count)} tulosta`),
  place: (at, of) => `${number(at)}/${number(of)}`,
  nothing: (query) => `Tällä taululla ei ole tekstiä ”${query}”.`,

  announce: 'Ilmoita muiden muutoksista',
  announceHint: 'Ruudunlukijoille, enintään viiden sekunnin välein',
  many: (did, count, [, several], under) => `${amount(count)} ${several} ${done[did]}${below(under)}`,
  one: (did, [kind], name, under) => `${kind}${name === '' ? '' : ` ${name}`} ${done[did]}${below(under)}`,
  lost: 'Yhteys katkesi. Näkymä voi olla vanhentunut.',
  live: 'Yhteys palautui. Näkymä on ajan tasalla.',
};
