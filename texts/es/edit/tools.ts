import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'Herramientas',
  options: 'Opciones de la herramienta',
  more: 'Más herramientas',
  add: 'Añadir',
  undo: 'Deshacer',
  redo: 'Rehacer',
  stays: (name) => `${name}, sigue activa`,
  seatMenu: (number) => `Menú del puesto ${number}`,
  select: 'Seleccionar',
  hand: 'Mano',
  pen: 'Lápiz',
  highlighter: 'Resaltador',
  eraser: 'Borrador',
  note: 'Nota',
  text: 'Texto',
  file: 'Archivo…',
  view: 'Vista',
};
