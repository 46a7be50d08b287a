import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'Työkalut',
  options: 'Työkalun asetukset',
  more: 'Lisää työkaluja',
  add: 'Lisää',
  undo: 'Kumoa',
  redo: 'Tee uudelleen',
  stays: (name) => `${name}, pysyy käytössä`,
  seatMenu: (number) => `Paikan ${number} valikko`,
  select: 'Valitse',
  hand: 'Käsi',
  pen: 'Kynä',
  highlighter: 'Korostuskynä',
  eraser: 'Pyyhekumi',
  note: 'Muistilappu',
  text: 'Teksti',
  file: 'Tiedosto…',
  view: 'Näkymä',
};
