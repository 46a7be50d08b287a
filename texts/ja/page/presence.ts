import type { presence as english } from '../../en/page/presence.ts';

export const presence: typeof english = {
  people: (count) => `ほかに${count}人が参加中`,
  guest: 'ゲスト',
  numbered: (name, number) => `${name}${number}`,
  more: (count) => `ほか${count}人`,
  follow: (name) => `${name}さんをフォロー`,
  unfollow: (name) => `${name}さんのフォローをやめる`,
  nowhere: (name) => `${name}さんは表示位置を共有していません`,
  following: (name) => `${name}さんをフォロー中`,
  stop: 'Escで終了',
  came: (name) => `${name}さんが参加しました`,
  went: (name) => `${name}さんが退出しました`,
  hideCursor: '自分のカーソルを表示しない',
};
