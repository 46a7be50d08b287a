import type { outline as english } from '../../en/page/outline.ts';

const done = { added: 'hinzugefügt', changed: 'geändert', removed: 'entfernt' } as const;
const numbers = ['Keine', 'Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn'];
const amount = (count: number): string => numbers[count] ?? count.toLocaleString('de');

export const outline: typeof english = {
  kinds: {
    Note: ['Notiz', 'Notizen'],
    Image: ['Bild', 'Bilder'],
    Video: ['Video', 'Videos'],
    Pdf: ['PDF', 'PDFs'],
    Browser: ['Webseite', 'Webseiten'],
    Anchor: ['Anker', 'Anker'],
    VideoInput: ['Videoeingang', 'Videoeingänge'],
    Connector: ['Verbinder', 'Verbinder'],
    Table: ['Tabelle', 'Tabellen'],
    TableCell: ['Tabellenfeld', 'Tabellenfelder'],
    RdpConnection: ['Remotedesktop', 'Remotedesktops'],
    IpVideo: ['IP-Video', 'IP-Videos'],
    VideoOutputAnchor: ['Videoausgang', 'Videoausgänge'],
  },
  things: ['Element', 'Elemente'],
  title: 'Gliederung',
  open: 'Gliederung öffnen',
  skip: 'Zur Gliederung',
  about: 'Alles auf diesem Canvas, in Lesereihenfolge',
  empty: 'Auf diesem Canvas ist noch nichts.',
  count: (count) => (count === 1 ? '1 Element' : `${count.toLocaleString('de')} Elemente`),
  unnamed: 'ohne Namen',
  leadsTo: (name) => `führt zu ${name}`,
  leadsNowhere: 'führt ins Leere',
  cell: (row, column) => `Zeile ${row}, Spalte ${column}`,
  grown: (rows, columns) => `${rows} Zeilen, ${columns} Spalten`,
  position: (at, of, under) =>
    `${at.toLocaleString('de')} von ${of.toLocaleString('de')}${under === '' ? '' : `, unter ${under}`}`,
  selected: (count) => `${count} ausgewählt`,
  cleared: 'Nichts ausgewählt',
  canvas: (name) => (name === '' ? 'Canvas' : `Canvas ${name}`),
  canvasRole: 'Canvas',
  canvasHelp:
    'Tab wählt das erste sichtbare Element. Pfeiltasten gehen von Element zu Element, Alt und Pfeil nach unten hinein, Alt und Pfeil nach oben hinaus. Enter holt es ins Bild. Escape hebt die Auswahl auf.',

  search: 'Auf diesem Canvas suchen',
  searchTitle: 'Suche',
  searchHint: 'Texte, Namen, Dateien, Adressen',
  next: 'Nächster Treffer',
  previous: 'Vorheriger Treffer',
  results: 'Treffer',
  found: (count) => (count === 0 ? 'Nichts gefunden' : `${count.toLocaleString('de')} Treffer`),
  place: (at, of) => `${at.toLocaleString('de')} von ${of.toLocaleString('de')}`,
  nothing: (query) => `Nichts auf diesem Canvas enthält „${query}“.`,

  announce: 'Änderungen anderer ansagen',
  announceHint: 'Für Screenreader, höchstens alle fünf Sekunden',
  many: (did, count, [, several], under) => `${amount(count)} ${several} ${done[did]}${under === '' ? '' : ` unter ${under}`}`,
  one: (did, [kind], name, under) =>
    `${kind}${name === '' ? '' : ` ${name}`} ${done[did]}${under === '' ? '' : ` unter ${under}`}`,
  lost: 'Verbindung unterbrochen. Was Sie sehen, kann veraltet sein.',
  live: 'Wieder verbunden. Was Sie sehen, ist aktuell.',
};
