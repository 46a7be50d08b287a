import type { RescueTexts } from '../../rescue.ts';

export const bin: RescueTexts['bin'] = {
  title: '最近削除したもの',
  about: '過去7日間に、このブラウザーを使ってこのキャンバスから削除したものです。',
  none: '過去7日間に、このブラウザーを使ってこのキャンバスから削除したものはありません。',
  many: (count) => `${count}件のアイテム`,
  putBack: '元に戻す',
  left: (count) => `${count}件のアイテムは戻せませんでした。載っていた先または接続先がなくなっています。`,
};
