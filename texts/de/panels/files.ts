import type { PanelTexts } from '../../panels.ts';

export const files: PanelTexts['files'] = {
  none: 'Seit diese Seite geöffnet ist, kam keine Datei auf diesen Canvas.',
  doneOf: (done, all) => `${done} von ${all} fertig`,
  goOn: 'Sie können weiterarbeiten. Uploads laufen, solange diese Seite offen ist.',
  dropHere: (count) => (count === 1 ? 'Datei hier ablegen' : `${count} Dateien hier ablegen`),
  begun: (count) => (count === 1 ? 'Eine Datei wird hochgeladen.' : `${count} Dateien werden hochgeladen.`),
  waiting: 'wartet',
  storing: 'wird gespeichert …',
  sharpening: 'wird scharf',
  done: 'fertig',
  nameAndSize: (name, size) => `${name} · ${size}`,
  cancel: (name) => `Upload von ${name} abbrechen`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  notArrived: (name) => `${name} ist nicht angekommen`,
  faults: {
    type: (called) =>
      `${called === '' ? 'Dateien dieses Typs' : `${called}-Dateien`} lassen sich auf einem Canvas nicht zeigen. Bilder, Videos und PDFs schon.`,
    large: 'Sie ist größer, als dieser Server annimmt.',
    room: 'Der Server hat im Moment keinen Platz dafür.',
    rights: 'Sie dürfen auf diesen Canvas keine Dateien legen.',
    network: (share) => `Bei ${share} brach die Verbindung ab.`,
    refused: 'Der Server hat sie nicht angenommen.',
  },
};
