import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Guardado',
  saving: 'Guardando…',
  busy: 'Ocupado: tus cambios esperan',
  offline: 'Sin conexión: tus cambios esperan',
  stopped: 'Sin guardar',
  keepsNothing: (state) => `${state} (este navegador no conserva nada para después)`,
};
