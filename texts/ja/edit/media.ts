import type { EditTexts } from '../../edit.ts';

export const media: EditTexts['media'] = {
  play: '再生',
  pause: '一時停止',
  mute: 'ミュート',
  back: (seconds) => `${seconds}秒戻す`,
  forward: (seconds) => `${seconds}秒進める`,
  previousPage: '前のページ',
  nextPage: '次のページ',
  page: (page, pages) => (pages === undefined ? `${page}ページ目` : `${pages}ページ中${page}ページ目`),
  pageOf: (page, pages) => (pages === undefined ? String(page) : `${page} / ${pages}`),
  position: '再生位置',
  positionOf: (at, length) => `${at} / ${length}`,
  openOriginal: '元のファイルを開く',
  replace: '置き換え…',
};
