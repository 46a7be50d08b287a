import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('ja');
const things = (count: number): string => `${number(count)}件のアイテム`;

export const clip: PanelTexts['clip'] = {
  copied: (count) => `${things(count)}をコピーしました`,
  pressKeys: (keys) => `このブラウザーでは、キー操作でのみ貼り付けられます。${keys}を押してください。`,
  filesMissing: (count) =>
    `${number(count)}件のファイルは貼り付けられませんでした。元のキャンバスでしか利用できないファイルです。`,
  tooMuch: (most) => `一度に貼り付けられるのは${things(most)}までです。`,
  brought: (count, unknown) =>
    `${things(count)}を貼り付けました。${number(unknown)}件は、ここに対応するものがないため貼り付けられませんでした。`,
  cellsCut: '表は100行100列までです。先頭から収まる分だけを貼り付けました。',
};
