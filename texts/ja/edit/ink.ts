import type { EditTexts } from '../../edit.ts';

export const ink: EditTexts['ink'] = {
  width: '太さ',
  thin: '細い',
  medium: '中',
  thick: '太い',
  veryThick: '極太',
  size: 'サイズ',
  small: '小',
  large: '大',
  wholeStrokes: 'ストローク単位',
  drawWithFingers: '指で描く',
};
