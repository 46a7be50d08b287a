import type { RescueTexts } from '../../rescue.ts';

export const conflicts: RescueTexts['conflicts'] = {
  title: 'ほかの人の変更と競合する変更',
  about:
    'このページの接続が切れている間に、ほかの人が同じものを変更しました。どちらを使うか選ぶまで、キャンバスには相手の変更が表示されます。',
  none: '選択が必要な変更はもうありません。',
  told: (count) =>
    count === 1
      ? 'その間に、ほかの人が同じものを変更しました。どちらを使うか選ぶまで、相手の変更が表示されます。'
      : `その間に、ほかの人が同じものを${count}件変更しました。どちらを使うか選ぶまで、相手の変更が表示されます。`,
  show: '表示',
  useMine: '自分の変更を使う',
  keepTheirs: '相手の変更を残す',
  keepBoth: '両方残す',
  yours: '自分の変更',
  theirs: '相手の変更',
  gone: 'その間に削除されました。',
  held: '現在、ほかの人がこれを変更しています。',
  keptTheirs: '相手の変更を残しました',
  goTo: (name) => `${name}へ移動`,
  stroke: 'ストローク',
  empty: '空',
  yes: 'はい',
  no: 'いいえ',
  changed: '変更あり',
  fields: {
    location: '位置',
    size: 'サイズ',
    scale: '拡大率',
    depth: '重なり順',
    auto_raise: '重なり順',
    parent_id: '載っている先',
    pinned: 'ピン留め',
    points: '線',
    src: '始点',
    dst: '終点',
  },
};
