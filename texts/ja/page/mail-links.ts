import type { Texts } from '../../page.ts';

export const mailLinks: Texts['mailLinks'] = {
  confirmTitle: 'メールアドレスの確認',
  confirmAbout: 'ボタンを押して、自分のアドレスであることを確認してください。',
  confirmSubmit: '確認',
  confirmed: 'メールアドレスを確認しました。管理者の承認が必要な場合を除き、すぐにサインインできます。',
  resetTitle: '新しいパスワードの設定',
  resetAbout: 'ほかで使っていないパスワードを設定してください。すべての場所からサインアウトします。',
  resetPassword: '新しいパスワード',
  resetSubmit: 'パスワードを設定',
  resetDone: 'パスワードを設定しました。新しいパスワードでサインインできます。',
};
