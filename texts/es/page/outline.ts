import type { outline as english } from '../../en/page/outline.ts';

/** Behind one thing, and behind several: these words do not depend on the gender of the kind. */
const done = {
  added: ['se ha añadido', 'se han añadido'],
  changed: ['se ha cambiado', 'se han cambiado'],
  removed: ['se ha quitado', 'se han quitado'],
} as const;
const number = (count: number): string => count.toLocaleString('es');
const within = (under: string): string => (under === '' ? '' : ` en ${under}`);

export const outline: typeof english = {
  kinds: {
    Note: ['Nota', 'notas'],
    Image: ['Imagen', 'imágenes'],
    Video: ['Vídeo', 'vídeos'],
    Pdf: ['PDF', 'PDF'],
    Browser: ['Página web', 'páginas web'],
    Anchor: ['Ancla', 'anclas'],
    VideoInput: ['Entrada de vídeo', 'entradas de vídeo'],
    Connector: ['Conector', 'conectores'],
    Table: ['Tabla', 'tablas'],
    TableCell: ['Celda', 'celdas'],
    RdpConnection: ['Escritorio remoto', 'escritorios remotos'],
    IpVideo: ['Vídeo IP', 'vídeos IP'],
    VideoOutputAnchor: ['Salida de vídeo', 'salidas de vídeo'],
  },
  things: ['Elemento', 'elementos'],
  title: 'Esquema',
  open: 'Abrir el esquema',
  skip: 'Ir al esquema',
  about: 'Todo lo que hay en este lienzo, en orden de lectura',
  empty: 'Aún no hay nada en este lienzo.',
  count: (count) => (count === 1 ? '1 elemento' : `${number(count)} elementos`),
  unnamed: 'sin nombre',
  leadsTo: (name) => `lleva a ${name}`,
  leadsNowhere: 'no lleva a nada',
  cell: (row, column) => `Fila ${row}, columna ${column}`,
  grown: (rows, columns) => `${rows === 1 ? '1 fila' : `${rows} filas`}, ${columns === 1 ? '1 columna' : `${columns} columnas`}`,
  position: (at, of, under) => `${number(at)} de ${number(of)}${under === '' ? '' : `, en ${under}`}`,
  selected: (count) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  cleared: 'No hay nada seleccionado',
  canvas: (name) => (name === '' ? 'Lienzo' : `Lienzo ${name}`),
  canvasRole: 'lienzo',
  canvasHelp:
    'Tab selecciona el primer elemento de la pantalla. Las flechas van de un elemento a otro, Alt y flecha abajo entra en uno, Alt y flecha arriba sale de él. Intro lo lleva a la vista. Escape quita la selección.',

  search: 'Buscar en este lienzo',
  searchTitle: 'Buscar',
  searchHint: 'Textos, nombres, archivos, direcciones',
  next: 'Resultado siguiente',
  previous: 'Resultado anterior',
  results: 'Resultados',
  found: (count) => (count === 0 ? 'Sin resultados' : count === 1 ? '1 resultado' : `${number(count)} resultados`),
  place: (at, of) => `${number(at)} de ${number(of)}`,
  nothing: (query) => `Nada en este lienzo dice «${query}».`,

  announce: 'Anunciar los cambios de otras personas',
  announceHint: 'Para lectores de pantalla, como máximo cada cinco segundos',
  many: (did, count, [, several], under) => `${number(count)} ${several}${within(under)}: ${done[did][1]}`,
  one: (did, [kind], name, under) => `${kind}${name === '' ? '' : ` ${name}`}${within(under)}: ${done[did][0]}`,
  lost: 'Se ha perdido la conexión. Puede que lo que ves no esté al día.',
  live: 'Conexión recuperada. Lo que ves está al día.',
};
