import type { PanelTexts } from '../../panels.ts';

export const replace: PanelTexts['replace'] = {
  by: '置換後の文字列',
  matchCase: '大文字と小文字を区別',
  wholeWords: '単語単位',
  all: (places) => (places === 0 ? 'すべて置換' : `${places.toLocaleString('ja')}か所をすべて置換`),
  done: (places) => `${places.toLocaleString('ja')}か所を置換しました。`,
  held: (count) => `ほかの人が操作中の${count}件のアイテムは変更していません。`,
};
