import type { PanelTexts } from '../../panels.ts';

export const files: PanelTexts['files'] = {
  none: 'このページを開いてから、キャンバスに追加されたファイルはありません。',
  doneOf: (done, all) => `${all}件中${done}件が完了`,
  goOn: 'このまま作業を続けられます。ページを開いている間、アップロードは続きます。',
  dropHere: (count) => (count === 1 ? 'ここにファイルをドロップ' : `ここに${count}件のファイルをドロップ`),
  begun: (count) => `${count}件のファイルをアップロードしています。`,
  waiting: '待機中',
  storing: '保存中…',
  sharpening: '鮮明化中',
  done: '完了',
  nameAndSize: (name, size) => `${name} · ${size}`,
  cancel: (name) => `${name}のアップロードをキャンセル`,
  remove: '削除',
  removeOf: (name) => `${name}を削除`,
  notArrived: (name) => `${name}をアップロードできませんでした`,
  faults: {
    type: (called) =>
      `${called === '' ? 'この種類の' : called}ファイルは、キャンバスに表示できません。表示できるのは画像、ビデオ、PDFです。`,
    large: 'サーバーの上限を超えるサイズです。',
    room: '現在、サーバーに空き容量がありません。',
    rights: 'このキャンバスにファイルを追加する権限がありません。',
    network: (share) => `${share}の時点でネットワークが切断されました。`,
    refused: 'サーバーに受け付けられませんでした。',
  },
};
