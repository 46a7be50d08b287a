import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  busy: 'Ausgelastet: Änderungen warten',
  offline: 'Offline: Änderungen warten',
  stopped: 'Nicht gespeichert',
  keepsNothing: (state) => `${state} (dieser Browser behält nichts für später)`,
};
