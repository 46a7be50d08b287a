import type { outline as english } from '../../en/page/outline.ts';

const done = { added: '追加されました', changed: '変更されました', removed: '削除されました' } as const;
/** A word has no plural. */
const alike = (word: string): readonly [string, string] => [word, word];
const number = (count: number): string => count.toLocaleString('ja');
const under = (name: string): string => (name === '' ? '' : `${name}の下で`);

export const outline: typeof english = {
  kinds: {
    Note: alike('付箋'),
    Image: alike('画像'),
    Video: alike('ビデオ'),
    Pdf: alike('PDF'),
    Browser: alike('Webページ'),
    Anchor: alike('アンカー'),
    VideoInput: alike('ビデオ入力'),
    Connector: alike('コネクター'),
    Table: alike('表'),
    TableCell: alike('表のセル'),
    RdpConnection: alike('リモートデスクトップ'),
    IpVideo: alike('IPビデオ'),
    VideoOutputAnchor: alike('ビデオ出力'),
  },
  things: alike('アイテム'),
  title: 'アウトライン',
  open: 'アウトラインを開く',
  skip: 'アウトラインへ移動',
  about: 'このキャンバス上のすべて（読み上げ順）',
  empty: 'このキャンバスにはまだ何もありません。',
  count: (count) => `${number(count)}件のアイテム`,
  unnamed: '名前なし',
  leadsTo: (name) => `接続先: ${name}`,
  leadsNowhere: '接続先なし',
  cell: (row, column) => `${row}行、${column}列`,
  grown: (rows, columns) => `${rows}行、${columns}列`,
  position: (at, of, parent) => `${number(of)}件中${number(at)}件目${parent === '' ? '' : `、${parent}の下`}`,
  selected: (count) => `${count}件を選択中`,
  cleared: '何も選択されていません',
  canvas: (name) => (name === '' ? 'キャンバス' : `キャンバス「${name}」`),
  canvasRole: 'キャンバス',
  canvasHelp:
    'Tabキーで画面内の最初のアイテムを選択、矢印キーで移動。Altと下矢印キーで中へ、Altと上矢印キーで外へ。Enterキーで画面内に表示、Escapeキーで選択を解除。',

  search: 'このキャンバスを検索',
  searchTitle: '検索',
  searchHint: 'テキスト、名前、ファイル、アドレス',
  next: '次の結果',
  previous: '前の結果',
  results: '検索結果',
  found: (count) => (count === 0 ? '見つかりませんでした' : `${number(count)}件の結果`),
  place: (at, of) => `${number(at)} / ${number(of)}`,
  nothing: (query) => `このキャンバスに「${query}」は見つかりませんでした。`,

  announce: 'ほかの人による変更を読み上げる',
  announceHint: 'スクリーンリーダー用、5秒に1回まで',
  many: (did, count, [, several], parent) => `${under(parent)}${several}が${number(count)}件${done[did]}`,
  one: (did, [kind], name, parent) => `${under(parent)}${kind}${name === '' ? '' : `「${name}」`}が${done[did]}`,
  lost: '接続が切れました。表示が古い可能性があります。',
  live: '再接続しました。表示は最新です。',
};
