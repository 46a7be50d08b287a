import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: '保存済み',
  saving: '保存中…',
  busy: '混雑中: 変更は待機しています',
  offline: 'オフライン: 変更は待機しています',
  stopped: '未保存',
  keepsNothing: (state) => `${state}（このブラウザーには変更が保管されません）`,
};
