import type { RescueTexts } from '../../rescue.ts';

export const refusals: RescueTexts['refusals'] = {
  resumed: (count) => `以前の変更を${count}件保存しました`,
  goneOne: (kind) => `ほかの人が${kind}を削除しました`,
  goneMany: (count) => `ほかの人が${count}件のアイテムを削除しました`,
  refusedOne: '変更できませんでした',
  refusedMany: (count) => `${count}件の変更ができませんでした`,
};
