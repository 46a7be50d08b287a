import type { EditTexts } from '../../edit.ts';

export const ink: EditTexts['ink'] = {
  width: 'Grosor',
  thin: 'Fino',
  medium: 'Medio',
  thick: 'Grueso',
  veryThick: 'Muy grueso',
  size: 'Tamaño',
  small: 'Pequeño',
  large: 'Grande',
  wholeStrokes: 'Trazos enteros',
  drawWithFingers: 'Dibujar con los dedos',
};
