import type { EditTexts } from '../../edit.ts';

export const ink: EditTexts['ink'] = {
  width: 'Épaisseur',
  thin: 'Fin',
  medium: 'Moyen',
  thick: 'Épais',
  veryThick: 'Très épais',
  size: 'Taille',
  small: 'Petite',
  large: 'Grande',
  wholeStrokes: 'Traits entiers',
  drawWithFingers: 'Dessiner au doigt',
};
