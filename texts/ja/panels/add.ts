import type { PanelTexts } from '../../panels.ts';

export const add: PanelTexts['add'] = {
  find: '追加するものを検索',
  nothing: (typed) => `「${typed}」という名前のものは追加できません。`,
  photo: '写真…',
  videoInput: 'ビデオ入力…',
  remoteDesktop: 'リモートデスクトップ…',
  ipVideo: 'IPビデオ…',
  videoOutput: 'ビデオ出力',
  template: 'テンプレートとしてのキャンバス…',
  put: 'キャンバスに置く',
  name: '名前',
  remoteDesktopAsked: {
    title: 'リモートデスクトップ',
    address: 'アドレス',
    hint: 'リモートデスクトップを表示できるディスプレイで開きます。',
    example: '10.20.0.5',
  },
  ipVideoAsked: {
    title: 'IPビデオ',
    address: 'アドレス',
    hint: 'ビデオストリームのアドレスです。カメラ本体または取扱説明書で確認してください。',
    example: 'rtsp://192.0.2.7:554/live',
  },
  videoInputAsked: 'ビデオ入力',
  noInputs: '接続中のディスプレイには、表示できるカメラや画面がありません。後で接続するものを指定できます。',
  input: 'カメラまたは画面',
  inputOf: (name, display) => `${display}の${name}`,
  otherInput: 'その他',
  source: '入力元',
  sourceHint: 'ディスプレイでの名前（例: video=cam-front）',
  computer: 'コンピューター',
  computerHint: '入力元があるディスプレイのID。空欄でもかまいません。',
  templateAsked: 'テンプレートとしてのキャンバス',
  findCanvas: 'キャンバスを検索',
  canvas: 'キャンバス',
  noCanvas: 'この名前のキャンバスはほかにありません。',
  templateHint: (most) =>
    `ストロークとコネクターを含むすべてのアイテムが、表示の中央にコピーされます（最大${most.toLocaleString('ja')}件）。背景はコピーされません。`,
  templateDone: (count) => `${count}件のアイテムをキャンバスに置きました。`,
  templateTooLarge: (count, most) =>
    `そのキャンバスには${count.toLocaleString('ja')}件のアイテムがあります。別のキャンバスに置けるのは${most.toLocaleString('ja')}件までです。`,
};
