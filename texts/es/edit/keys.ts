import type { EditTexts } from '../../edit.ts';

export const keys: EditTexts['keys'] = {
  groups: { tool: 'Herramientas', edit: 'Editar', text: 'Texto', arrange: 'Organizar' },
  names: { Enter: 'Intro', Escape: 'Esc', Delete: 'Supr', Backspace: 'Retroceso', End: 'Fin' },
  place: 'Elegir el lugar de algo nuevo, con las flechas',
  put: 'Colocar ahí lo nuevo',
  leave: 'Dejar la herramienta y después la selección',
  nudge: {
    left: 'Mover a la izquierda',
    right: 'Mover a la derecha',
    up: 'Mover hacia arriba',
    down: 'Mover hacia abajo',
  },
  'nudge-far': {
    left: 'Mover más a la izquierda',
    right: 'Mover más a la derecha',
    up: 'Mover más arriba',
    down: 'Mover más abajo',
  },
  size: { left: 'Hacer más estrecho', right: 'Hacer más ancho', up: 'Hacer más bajo', down: 'Hacer más alto' },
  neighbour: {
    left: 'Seleccionar el elemento de la izquierda',
    right: 'Seleccionar el elemento de la derecha',
    up: 'Seleccionar el elemento de arriba',
    down: 'Seleccionar el elemento de abajo',
  },
};
