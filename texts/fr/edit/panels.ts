import type { EditTexts } from '../../edit.ts';

export const panels: EditTexts['panels'] = {
  add: 'Ajouter',
  background: 'Arrière-plan',
  colours: 'Couleurs',
  demo: 'État de démonstration',
  replace: 'Rechercher et remplacer',
  uploads: 'Envois',
};
