import type { EditTexts } from '../../edit.ts';

export const ink: EditTexts['ink'] = {
  width: 'Breite',
  thin: 'Dünn',
  medium: 'Mittel',
  thick: 'Dick',
  veryThick: 'Sehr dick',
  size: 'Größe',
  small: 'Klein',
  large: 'Groß',
  wholeStrokes: 'Ganze Striche',
  drawWithFingers: 'Mit Fingern zeichnen',
};
