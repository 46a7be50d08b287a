import type { live as english } from '../en/live.ts';

export const live: typeof english = {
  lang: 'ja',
  title: 'このキャンバスの今',
  people: '参加している人',
  changes: '1分あたりの変更',
  sent: '全員に届くまで',
  live: '● ライブ',
  away: 'サーバーが応答していません',
  refused: 'このキャンバスを表示する権限がありません',
};
