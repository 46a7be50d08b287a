import type { EditTexts } from '../../edit.ts';

export const panels: EditTexts['panels'] = {
  add: 'Añadir',
  background: 'Fondo',
  colours: 'Colores',
  demo: 'Estado de demostración',
  replace: 'Buscar y reemplazar',
  uploads: 'Subidas',
};
