import type { EditTexts } from '../../edit.ts';

export const ink: EditTexts['ink'] = {
  width: 'Leveys',
  thin: 'Ohut',
  medium: 'Keskikoko',
  thick: 'Paksu',
  veryThick: 'Hyvin paksu',
  size: 'Koko',
  small: 'Pieni',
  large: 'Suuri',
  wholeStrokes: 'Kokonaiset viivat',
  drawWithFingers: 'Piirrä sormin',
};
