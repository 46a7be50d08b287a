import type { PanelTexts } from '../../panels.ts';

export const empty: PanelTexts['empty'] = {
  title: 'まっさらなキャンバス',
  hint: '手近なものから始めましょう。最初の1つを置くと、この案内は消えます。',
  note: '付箋',
  picture: '画像',
  text: 'テキスト',
  draw: '描く',
  page: 'Webページ',
  paste: '画像を貼り付け',
  pasteKeys: 'Ctrl V',
  drop: 'ファイルをドロップ',
  forPrograms: 'プログラム向け: ここに付箋を置くコマンド',
  toName: 'キャンバスの名前です。\n押すと変更できます',
  toShare: 'ほかの人を招待',
  toTools: '作成ツールはすべてここに',
  command: 'ここに付箋を置くコマンド',
  commandText: 'プログラムからこんにちは',
  commandWithout: '$TOKENの部分を自分のアクセストークンに置き換えるか、このコマンド用のトークンを作成してください。',
  commandWith:
    'このコマンドは他人に教えないでください。コマンドに含まれるトークンを使うと、明日まで誰でもこのキャンバスを変更できます。',
  copyCommand: 'コマンドをコピー',
  commandCopied: 'コマンドをコピーしました。ターミナルに貼り付けてください。',
  commandNotCopied: 'ブラウザーがコピーを許可していません。コマンドを選択して、手動でコピーしてください。',
  makeToken: 'トークンを作成',
  tokenMade: 'このキャンバス専用、明日まで有効',
  commandToken: '最初の付箋',
};
