import type { problems as english } from '../../en/page/problems.ts';

export const problems: typeof english = {
  missing: {
    title: 'このアドレスには何もありません',
    about: 'アドレスが間違っているか、ページが削除されています。',
  },
  canvasMissing: {
    title: 'キャンバスが見つかりません',
    about: 'キャンバスが削除されたか、アドレスが不完全です。',
  },
  denied: {
    title: 'このキャンバスは共有されていません',
    about: 'アドレスを教えてくれた人に共有を依頼してから、もう一度お試しください。',
  },
  signIn: {
    title: 'このキャンバスを見るにはサインインしてください',
    about: 'このサーバーにアカウントを持つ人に共有されています。',
  },
  licence: {
    title: 'このサーバーのライセンスは有効ではありません',
    about: '管理者が有効なライセンスを設定すると、再び開けます。失われるものはありません。',
  },
  offline: {
    title: 'サーバーが応答していません',
    about: '再起動中の可能性があります。復旧すると、自動的に再開します。',
  },
  trying: '再試行しています…',
  failed: {
    title: 'このページで問題が発生しました',
    about: 'これまでの作業はサーバーに保存されています。通常は、再読み込みで解決します。',
  },
  home: 'キャンバス一覧に戻る',
  reload: '再読み込み',
  copyAddress: 'アドレスをコピー',
  copied: 'アドレスをコピーしました',
  signInAs: '別のアカウントでサインイン',
};
