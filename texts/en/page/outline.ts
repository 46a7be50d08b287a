type Kinds = Readonly<Record<string, readonly [one: string, several: string]>>;

/** What people call widgets. A type that is not here is called by its own name. */
const kinds: Kinds = {
  Note: ['Note', 'notes'],
  Image: ['Image', 'images'],
  Video: ['Video', 'videos'],
  Pdf: ['PDF', 'PDFs'],
  Browser: ['Web page', 'web pages'],
  Anchor: ['Anchor', 'anchors'],
  VideoInput: ['Video input', 'video inputs'],
  Connector: ['Connector', 'connectors'],
  Table: ['Table', 'tables'],
  TableCell: ['Table cell', 'table cells'],
  RdpConnection: ['Remote desktop', 'remote desktops'],
  IpVideo: ['IP video', 'IP videos'],
  VideoOutputAnchor: ['Video output', 'video outputs'],
};

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const amount = (count: number): string => numbers[count] ?? count.toLocaleString('en');

/** The canvas as text: outline, search, announcements. */
export const outline = {
  kinds,
  things: ['Item', 'items'] as readonly [string, string],
  title: 'Outline',
  open: 'Open the outline',
  skip: 'Go to the outline',
  about: 'Everything on this canvas, in reading order',
  empty: 'There is nothing on this canvas yet.',
  count: (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`),
  unnamed: 'without a name',
  leadsTo: (name: string) => `leads to ${name}`,
  leadsNowhere: 'leads to nothing',
  cell: (row: number, column: number) => `Row ${row}, column ${column}`,
  grown: (rows: number, columns: number) => `${rows} rows, ${columns} columns`,
  position: (at: number, of: number, under: string) =>
    `${at.toLocaleString('en')} of ${of.toLocaleString('en')}${under === '' ? '' : `, under ${under}`}`,
  selected: (count: number) => `${count} selected`,
  cleared: 'Nothing is selected',
  canvas: (name: string) => (name === '' ? 'Canvas' : `Canvas ${name}`),
  canvasRole: 'canvas',
  canvasHelp:
    'Tab selects the first item on the screen. Arrow keys go from item to item, Alt and arrow down goes into one, Alt and arrow up out of it. Enter moves it into view. Escape deselects.',

  search: 'Search this canvas',
  searchTitle: 'Search',
  searchHint: 'Text, names, files, addresses',
  next: 'Next result',
  previous: 'Previous result',
  results: 'Results',
  found: (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count.toLocaleString('en')} results`),
  place: (at: number, of: number) => `${at.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  nothing: (query: string) => `Nothing on this canvas says “${query}”.`,

  announce: 'Announce changes by others',
  announceHint: 'For screen readers, at most every five seconds',
  many: (did: 'added' | 'changed' | 'removed', count: number, [, several]: readonly [string, string], under: string) =>
    `${amount(count)} ${several} ${did}${under === '' ? '' : ` under ${under}`}`,
  one: (did: 'added' | 'changed' | 'removed', [kind]: readonly [string, string], name: string, under: string) =>
    `${kind}${name === '' ? '' : ` ${name}`} ${did}${under === '' ? '' : ` under ${under}`}`,
  lost: 'The connection is lost. What you see may be old.',
  live: 'Connected again. What you see is current.',
};
