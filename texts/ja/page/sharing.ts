import type { sharing as english } from '../../en/page/sharing.ts';

export const sharing: typeof english = {
  title: (name) => `「${name}」を共有`,
  seeTitle: (name) => `「${name}」を閲覧できる人`,
  panelTitle: '共有',
  loading: '閲覧できる人を確認しています…',
  add: 'ユーザーまたはグループを追加',
  addHint: '名前またはメールアドレス',
  addNone: '見つかりませんでした。',
  addAs: '許可する操作',
  people: 'アクセスできる人',
  you: (name) => `${name}（自分）`,
  group: 'グループ',
  wall: 'ウォール',
  everybody: 'このサーバーの全員',
  unknownUser: (id) => `ユーザー${id}`,
  unknownGroup: (id) => `グループ${id}`,
  inherited: '上位フォルダーから継承',
  levelOf: (name) => `${name}に許可する操作`,
  levels: { none: 'アクセス権なし', view: '閲覧可', edit: '編集可', owner: 'オーナー' },
  remove: '削除',
  added: (name) => `${name}を追加しました。`,
  changed: (name, level) => `${name}: ${level}`,
  onlyOwner: 'キャンバスとフォルダーにはオーナーが必要です。先に別の人をオーナーにしてください。',
  removed: (name) => `${name}を削除しました。`,

  editorsShare: '編集できる人による共有も許可',
  link: 'リンク',
  linkLevels: {
    none: 'アクセス権のある人のみ',
    view: 'リンクを知っている全員が閲覧可',
    edit: 'リンクを知っている全員が閲覧可、サインインしている人は編集可',
  },
  linkAbout: {
    none: '上のユーザーとグループだけが閲覧できます。',
    view: '閲覧にアカウントは必要ありません。',
    edit: '閲覧にアカウントは必要ありません。変更するにはアカウントが必要です。',
  },
  copyLink: 'リンクをコピー',
  linkCopied: 'リンクをコピーしました。',
  qr: 'リンクのQRコード',
  linkToCopy: 'コピーするアドレス',

  summary: ({ people, groups, everybody, link }) => {
    if (link) return '現在、リンクを知っている人は、アカウントがなくても閲覧できます。';
    if (everybody) return '現在、このサーバーにアカウントを持つ全員が閲覧できます。';
    if (people === 1 && groups === 0) return '現在、閲覧できるのは管理者のほかに1人だけです。';
    return `現在、${people}人${groups === 0 ? '' : `と${groups}グループ`}、および管理者が閲覧できます。`;
  },
};
