import type { islands as english } from '../../en/page/islands.ts';

export const islands: typeof english = {
  video: (name) => `ビデオ: ${name}`,
  browser: (name) => `Webページ: ${name}`,
  ipVideo: (name) => `IPビデオ: ${name}`,
  unnamed: '名前なし',

  soundOn: '音声をオンにする',
  play: '再生',
  unplayable: 'このブラウザーでは、このビデオを再生できません。',
  download: 'ダウンロード',

  use: 'ページを操作',
  leave: 'ページの操作を終了',
  openTab: '新しいタブで開く',
  silentPage: 'このページから応答がありません。接続できないか、ほかのページ内に表示できません。',
  unframedPage: 'このページは、ほかのページ内に表示できません。',
  unreachablePage: 'このアドレスから応答がありません。サーバーからだけ接続できない可能性もあります。',
  showAnyway: 'ここで表示してみる',
  mixedPage: 'このページのアドレスはhttpです。このキャンバスはhttpsで表示されているため、ブラウザーはここに表示しません。',

  mixedStream: 'このビデオのアドレスはhttpです。このキャンバスはhttpsで表示されているため、ブラウザーはここに表示しません。',
  silentCamera: 'このアドレスに映像がないか、このブラウザーでは表示できません。ときどき再試行します。',
  blockedStream: (server) => `${server}からのビデオはまだ許可されていません。管理者は設定EASEL_IP_VIDEO_SOURCESに追加できます。`,
};
