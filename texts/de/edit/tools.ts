import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'Werkzeuge',
  options: 'Werkzeugoptionen',
  more: 'Weitere Werkzeuge',
  add: 'Hinzufügen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  stays: (name) => `${name}, bleibt`,
  seatMenu: (number) => `Platzmenü ${number}`,
  select: 'Auswählen',
  hand: 'Hand',
  pen: 'Stift',
  highlighter: 'Textmarker',
  eraser: 'Radierer',
  note: 'Notiz',
  text: 'Text',
  file: 'Datei …',
  view: 'Ansicht',
};
