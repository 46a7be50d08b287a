import type { EditTexts } from '../../edit.ts';

export const text: EditTexts['text'] = {
  writtenBy: (name) => `${name}さんが編集中です`,
  textOf: (kind) => `${kind}のテキスト`,
  titleOf: (kind) => `${kind}のタイトル`,
  nameOf: (kind) => `${kind}の名前`,
  panel: 'テキスト',
  none: 'テキストのあるアイテムを選択してください。',
  changed: 'ほかの人がこのテキストを変更しました。',
  useMine: '自分の変更を使う',
  keepTheirs: '相手の変更を残す',
  keepBoth: '両方残す',
  tooLong: (most) => `長すぎます。テキストは${most}文字までです。`,
  next: 'Tab',
  below: (mod) => `${mod} Enter`,
};
