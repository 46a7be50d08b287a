import type { EditTexts } from '../../edit.ts';

const number = (count: number): string => count.toLocaleString('de');
const things = (count: number): string => (count === 1 ? '1 Element' : `${number(count)} Elemente`);

export const spoken: EditTexts['spoken'] = {
  tool: (name, isPlaced) =>
    isPlaced ? `Werkzeug ${name}. Eingabe setzt das Neue in die Mitte der Ansicht.` : `Werkzeug ${name}.`,
  moved: (across, down) => {
    const ways = [across !== 0 && side(across, 'rechts', 'links'), down !== 0 && side(down, 'unten', 'oben')];
    return `${ways.filter((way) => way !== false).join(' und ')} verschoben`;
  },
  sized: (width, height) => `${number(width)} breit, ${number(height)} hoch`,
  added: (kind, position) => [`${kind} hinzugefügt`, position].filter(Boolean).join(', '),
  position: (at, of) => `${number(at)} von ${number(of)}`,
  deleted: (count, keys) => `Gelöscht, ${things(count)}. Rückgängig mit ${keys}`,
  undoKeys: (isMac) => (isMac ? 'Befehl Z' : 'Steuerung Z'),
  duplicated: (count) => `Dupliziert, ${things(count)}`,
  pinned: (count) => (count === 1 ? 'Ein angeheftetes Element bleibt.' : `${number(count)} angeheftete Elemente bleiben.`),
  did: {
    add: 'Hinzugefügt',
    arrange: 'Ausgerichtet',
    background: 'Hintergrund geändert',
    colour: 'Farbe geändert',
    connect: 'Verbunden',
    delete: 'Gelöscht',
    duplicate: 'Dupliziert',
    erase: 'Radiert',
    ink: 'Gezeichnet',
    media: 'Wiedergabe geändert',
    move: 'Verschoben',
    paste: 'Eingefügt',
    pin: 'Angeheftet',
    properties: 'Geändert',
    put: 'Abgelegt',
    resize: 'Größe geändert',
    scale: 'Skalierung geändert',
    stack: 'Reihenfolge geändert',
    table: 'Tabelle geändert',
    text: 'Text geändert',
    unpin: 'Gelöst',
    upload: 'Datei hinzugefügt',
  },
  nothing: { undo: 'Nichts rückgängig zu machen', redo: 'Nichts zu wiederholen' },
  done: { undo: (what) => `Rückgängig gemacht: ${what}`, redo: (what) => `Wiederholt: ${what}` },
  doneBut: {
    undo: (count) => `Rückgängig gemacht, bis auf ${things(count)}: Andere haben dort inzwischen etwas geändert`,
    redo: (count) => `Wiederholt, bis auf ${things(count)}: Andere haben dort inzwischen etwas geändert`,
  },
  notDone: {
    undo: (count) => `Nicht rückgängig gemacht: Andere haben inzwischen ${things(count)} geändert`,
    redo: (count) => `Nicht wiederholt: Andere haben inzwischen ${things(count)} geändert`,
  },
  deletedOne: (what, on) => (on === 0 ? `${what} gelöscht.` : `${what} und ${things(on)} darauf gelöscht.`),
  deletedMany: (count) => `${things(count)} gelöscht.`,
  ask: (count) => `${things(count)} löschen?`,
  askMore: 'Auch für alle anderen verschwinden sie. Rückgängig bringt sie zurück.',
  cancel: 'Abbrechen',
};

const side = (length: number, to: string, back: string): string =>
  `${number(Math.abs(length))} px nach ${length > 0 ? to : back}`;
