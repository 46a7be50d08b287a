import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Enregistré',
  saving: 'Enregistrement…',
  busy: 'Serveur occupé : vos modifications attendent',
  offline: 'Hors ligne : vos modifications attendent',
  stopped: 'Non enregistré',
  keepsNothing: (state) => `${state} (ce navigateur ne garde rien pour plus tard)`,
};
