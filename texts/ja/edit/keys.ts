import type { EditTexts } from '../../edit.ts';

export const keys: EditTexts['keys'] = {
  groups: { tool: 'ツール', edit: '編集', text: 'テキスト', arrange: '配置' },
  names: { Enter: 'Enter', Escape: 'Esc', Delete: 'Delete', Backspace: 'Backspace', End: 'End' },
  place: '新しいアイテムを置く場所を矢印キーで選ぶ',
  put: '新しいアイテムをその場所に置く',
  leave: 'ツールを終了し、次に選択を解除する',
  nudge: { left: '左へ移動', right: '右へ移動', up: '上へ移動', down: '下へ移動' },
  'nudge-far': { left: '左へ大きく移動', right: '右へ大きく移動', up: '上へ大きく移動', down: '下へ大きく移動' },
  size: { left: '幅を狭くする', right: '幅を広くする', up: '高さを低くする', down: '高さを高くする' },
  neighbour: {
    left: '左隣を選択',
    right: '右隣を選択',
    up: '上隣を選択',
    down: '下隣を選択',
  },
};
