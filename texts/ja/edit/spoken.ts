import type { EditTexts } from '../../edit.ts';

const number = (count: number): string => count.toLocaleString('ja');
const things = (count: number): string => `${number(count)}件のアイテム`;

export const spoken: EditTexts['spoken'] = {
  tool: (name, isPlaced) => (isPlaced ? `${name}ツール。Enterキーを押すと、表示の中央に置きます。` : `${name}ツール。`),
  moved: (across, down) => {
    const ways = [across !== 0 && side(across, '右', '左'), down !== 0 && side(down, '下', '上')];
    return `${ways.filter((way) => way !== false).join('、')}移動しました`;
  },
  sized: (width, height) => `幅${number(width)}、高さ${number(height)}`,
  added: (kind, position) => [`${kind}を追加しました`, position].filter(Boolean).join('、'),
  position: (at, of) => `${number(of)}件中${number(at)}件目`,
  deleted: (count, keys) => `${things(count)}を削除しました。${keys}で元に戻せます`,
  undoKeys: (isMac) => (isMac ? 'コマンドZ' : 'コントロールZ'),
  duplicated: (count) => `${things(count)}を複製しました`,
  pinned: (count) => `ピン留めした${things(count)}は残りました。`,
  did: {
    add: '追加しました',
    arrange: '配置しました',
    background: '背景を変更しました',
    colour: '色を変更しました',
    connect: '接続しました',
    delete: '削除しました',
    duplicate: '複製しました',
    erase: '消去しました',
    ink: '描画しました',
    media: '再生を変更しました',
    move: '移動しました',
    paste: '貼り付けました',
    pin: 'ピン留めしました',
    properties: '変更しました',
    put: '載せました',
    resize: 'サイズを変更しました',
    scale: '拡大率を変更しました',
    stack: '重なり順を変更しました',
    table: '表を変更しました',
    text: 'テキストを変更しました',
    unpin: 'ピン留めを外しました',
    upload: 'ファイルを追加しました',
  },
  nothing: { undo: '元に戻す操作はありません', redo: 'やり直す操作はありません' },
  done: { undo: (what) => `元に戻しました: ${what}`, redo: (what) => `やり直しました: ${what}` },
  doneBut: {
    undo: (count) => `元に戻しました。ただし、その後ほかの人が変更した${things(count)}を除きます`,
    redo: (count) => `やり直しました。ただし、その後ほかの人が変更した${things(count)}を除きます`,
  },
  notDone: {
    undo: (count) => `元に戻せませんでした。その後、ほかの人が${things(count)}を変更しています`,
    redo: (count) => `やり直せませんでした。その後、ほかの人が${things(count)}を変更しています`,
  },
  deletedOne: (what, on) => (on === 0 ? `${what}を削除しました。` : `${what}と、その上の${things(on)}を削除しました。`),
  deletedMany: (count) => `${things(count)}を削除しました。`,
  ask: (count) => `${things(count)}を削除しますか？`,
  askMore: 'ほかの人の画面からも消えます。「元に戻す」で復元できます。',
  cancel: 'キャンセル',
};

const side = (length: number, to: string, back: string): string =>
  `${length > 0 ? to : back}へ${number(Math.abs(length))}ピクセル`;
