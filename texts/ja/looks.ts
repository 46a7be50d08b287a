import type { Phrases } from '../looks.ts';

export const looks: Phrases = {
  noAddress: 'アドレス未設定',
  noPage: 'ページ未設定',
  noFile: 'ファイル未設定',
  waiting: 'ディスプレイを待っています',
  connecting: 'ディスプレイが接続中です',
  connected: 'ディスプレイで表示中',
  noDisplay: 'ディスプレイ未選択',
  output: 'ビデオ出力',
  page: 'ページ {page} / {pages}',
};
