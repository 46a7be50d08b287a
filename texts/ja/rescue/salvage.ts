import type { RescueTexts } from '../../rescue.ts';

const strokes = (count: number): string => `ストローク${count}件`;

export const salvage: RescueTexts['salvage'] = {
  title: '保管中の内容',
  there: (texts, drawn) =>
    `保管中: ${[texts === 0 ? [] : `テキスト${texts}件`, drawn === 0 ? [] : strokes(drawn)].flat().join('、')}`,
  ended: 'このキャンバスを編集できなくなりました。',
  show: '表示',
  hide: '隠す',
  textGone: '入力中に、ほかの人がこのアイテムを削除しました。入力したテキストはここに保管されています。',
  textRefused: 'テキストを保存できませんでした。ここに保管されています。',
  strokesRefused: () => 'ストロークを保存できませんでした。ここに保管されています。',
  yourText: '入力したテキスト',
  strokes,
  putInNote: '新しい付箋に入れる',
  putBack: 'キャンバスに置く',
  copy: 'コピー',
  copied: 'コピーしました',
  download: 'ダウンロード',
  fileName: 'ストローク',
  discard: '破棄',
  discarded: '破棄しました',
};
