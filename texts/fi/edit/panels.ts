import type { EditTexts } from '../../edit.ts';

export const panels: EditTexts['panels'] = {
  add: 'Lisää',
  background: 'Tausta',
  colours: 'Värit',
  demo: 'Esittelytila',
  replace: 'Etsi ja korvaa',
  uploads: 'Lähetykset',
};
