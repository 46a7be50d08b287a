import type { EditTexts } from '../../edit.ts';

export const panels: EditTexts['panels'] = {
  add: '追加',
  background: '背景',
  colours: '色',
  demo: 'デモの状態',
  replace: '検索と置換',
  uploads: 'アップロード',
};
