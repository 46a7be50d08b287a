import type { outline as english } from '../../en/page/outline.ts';

const done = { added: 'ajouté', changed: 'modifié', removed: 'retiré' } as const;
const number = (count: number): string => count.toLocaleString('fr');
const below = (under: string): string => (under === '' ? '' : ` sous ${under}`);

export const outline: typeof english = {
  kinds: {
    Note: ['Note', 'notes'],
    Image: ['Image', 'images'],
    Video: ['Vidéo', 'vidéos'],
    Pdf: ['PDF', 'PDF'],
    Browser: ['Page Web', 'pages Web'],
    Anchor: ['Ancre', 'ancres'],
    VideoInput: ['Entrée vidéo', 'entrées vidéo'],
    Connector: ['Connecteur', 'connecteurs'],
    Table: ['Tableau', 'tableaux'],
    TableCell: ['Cellule', 'cellules'],
    RdpConnection: ['Bureau à distance', 'bureaux à distance'],
    IpVideo: ['Vidéo IP', 'vidéos IP'],
    VideoOutputAnchor: ['Sortie vidéo', 'sorties vidéo'],
  },
  things: ['Élément', 'éléments'],
  title: 'Plan',
  open: 'Ouvrir le plan',
  skip: 'Aller au plan',
  about: 'Tout ce qui est sur ce canevas, dans l’ordre de lecture',
  empty: 'Il n’y a encore rien sur ce canevas.',
  count: (count) => (count === 1 ? '1 élément' : `${number(count)} éléments`),
  unnamed: 'sans nom',
  leadsTo: (name) => `mène à ${name}`,
  leadsNowhere: 'ne mène nulle part',
  cell: (row, column) => `Ligne ${row}, colonne ${column}`,
  grown: (rows, columns) => `${rows} lignes, ${columns} colonnes`,
  position: (at, of, under) => `${number(at)} sur ${number(of)}${under === '' ? '' : `, sous ${under}`}`,
  selected: (count) => (count === 1 ? '1 sélectionné' : `${count} sélectionnés`),
  cleared: 'Rien n’est sélectionné',
  canvas: (name) => (name === '' ? 'Canevas' : `Canevas ${name}`),
  canvasRole: 'canevas',
  canvasHelp:
    'Tab sélectionne le premier élément à l’écran. Les flèches vont d’un élément à l’autre, Alt et flèche vers le bas entre dans un élément, Alt et flèche vers le haut en sort. Entrée l’amène dans la vue. Échappement désélectionne.',

  search: 'Rechercher sur ce canevas',
  searchTitle: 'Recherche',
  searchHint: 'Textes, noms, fichiers, adresses',
  next: 'Résultat suivant',
  previous: 'Résultat précédent',
  results: 'Résultats',
  found: (count) => (count === 0 ? 'Aucun résultat' : count === 1 ? '1 résultat' : `${number(count)} résultats`),
  place: (at, of) => `${number(at)} sur ${number(of)}`,
  nothing: (query) => `Rien sur ce canevas ne dit « ${query} ».`,

  announce: 'Annoncer les modifications des autres',
  announceHint: 'Pour les lecteurs d’écran, au plus toutes les cinq secondes',
  many: (did, count, [, several], under) => `${number(count)} ${several}${below(under)} : ${done[did]}`,
  one: (did, [kind], name, under) => `${kind}${name === '' ? '' : ` ${name}`}${below(under)} : ${done[did]}`,
  lost: 'La connexion est perdue. Ce que vous voyez n’est peut-être plus à jour.',
  live: 'De nouveau connecté. Ce que vous voyez est à jour.',
};
