import type { EditTexts } from '../../edit.ts';

export const tools: EditTexts['tools'] = {
  toolbar: 'ツール',
  options: 'ツールのオプション',
  more: 'その他のツール',
  add: '追加',
  undo: '元に戻す',
  redo: 'やり直す',
  stays: (name) => `${name}（連続使用）`,
  seatMenu: (number) => `席${number}のメニュー`,
  select: '選択',
  hand: '手のひら',
  pen: 'ペン',
  highlighter: '蛍光ペン',
  eraser: '消しゴム',
  note: '付箋',
  text: 'テキスト',
  file: 'ファイル…',
  view: '表示',
};
