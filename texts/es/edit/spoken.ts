import type { EditTexts } from '../../edit.ts';

const number = (count: number): string => count.toLocaleString('es');

export const spoken: EditTexts['spoken'] = {
  tool: (name, isPlaced) =>
    isPlaced ? `Herramienta ${name}. Intro coloca el elemento en el centro de la vista.` : `Herramienta ${name}.`,
  moved: (across, down) => {
    const ways = [
      across !== 0 && side(across, 'a la derecha', 'a la izquierda'),
      down !== 0 && side(down, 'hacia abajo', 'hacia arriba'),
    ];
    return `Movido ${ways.filter((way) => way !== false).join(' y ')}`;
  },
  sized: (width, height) => `${number(width)} de ancho, ${number(height)} de alto`,
  added: (kind, position) => [`Añadido: ${kind}`, position].filter(Boolean).join(', '),
  position: (at, of) => `${number(at)} de ${number(of)}`,
  deleted: (count, keys) => `Eliminado: ${things(count)}. Deshacer con ${keys}`,
  undoKeys: (isMac) => (isMac ? 'Comando Z' : 'Control Z'),
  duplicated: (count) => `Duplicado: ${things(count)}`,
  pinned: (count) => (count === 1 ? 'Un elemento fijado se queda.' : `${number(count)} elementos fijados se quedan.`),
  did: {
    add: 'Añadido',
    arrange: 'Organizado',
    background: 'Fondo cambiado',
    colour: 'Color cambiado',
    connect: 'Conectado',
    delete: 'Eliminado',
    duplicate: 'Duplicado',
    erase: 'Borrado',
    ink: 'Dibujado',
    media: 'Reproducción cambiada',
    move: 'Movido',
    paste: 'Pegado',
    pin: 'Fijado',
    properties: 'Cambiado',
    put: 'Colocado ahí',
    resize: 'Tamaño cambiado',
    scale: 'Escala cambiada',
    stack: 'Orden cambiado',
    table: 'Tabla cambiada',
    text: 'Texto cambiado',
    unpin: 'Liberado',
    upload: 'Archivo añadido',
  },
  nothing: { undo: 'Nada que deshacer', redo: 'Nada que rehacer' },
  done: { undo: (what) => `Deshecho: ${what}`, redo: (what) => `Rehecho: ${what}` },
  doneBut: {
    undo: (count) => `Deshecho, salvo ${things(count)} que otras personas han cambiado desde entonces`,
    redo: (count) => `Rehecho, salvo ${things(count)} que otras personas han cambiado desde entonces`,
  },
  notDone: {
    undo: (count) => `Sin deshacer: otras personas han cambiado ${things(count)} desde entonces`,
    redo: (count) => `Sin rehacer: otras personas han cambiado ${things(count)} desde entonces`,
  },
  deletedOne: (what, on) => (on === 0 ? `Eliminado: ${what}.` : `Eliminado: ${what} y ${things(on)} encima.`),
  deletedMany: (count) => (count === 1 ? '1 elemento eliminado.' : `${number(count)} elementos eliminados.`),
  ask: (count) => `¿Eliminar ${things(count)}?`,
  askMore: 'También desaparece para las demás personas. Con Deshacer se recupera.',
  cancel: 'Cancelar',
};

const things = (count: number): string => (count === 1 ? '1 elemento' : `${number(count)} elementos`);

const side = (length: number, to: string, back: string): string => `${number(Math.abs(length))} px ${length > 0 ? to : back}`;
