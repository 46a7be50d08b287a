import type { EditTexts } from '../../edit.ts';

export const panels: EditTexts['panels'] = {
  add: 'Hinzufügen',
  background: 'Hintergrund',
  colours: 'Farben',
  demo: 'Demo-Zustand',
  replace: 'Suchen und ersetzen',
  uploads: 'Uploads',
};
