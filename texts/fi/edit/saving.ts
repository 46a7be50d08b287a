import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Tallennettu',
  saving: 'Tallennetaan …',
  busy: 'Ruuhkaa: muutokset odottavat',
  offline: 'Ei yhteyttä: muutokset odottavat',
  stopped: 'Ei tallennettu',
  keepsNothing: (state) => `${state} (tämä selain ei säilytä mitään myöhemmäksi)`,
};
