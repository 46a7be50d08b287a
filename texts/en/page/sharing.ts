/** Permissions of a canvas or a folder. */
export const sharing = {
  title: (name: string) => `Share “${name}”`,
  seeTitle: (name: string) => `Who can see “${name}”`,
  panelTitle: 'Share',
  loading: 'Asking who can see it …',
  add: 'Add people or groups',
  addHint: 'Name or e-mail address',
  addNone: 'Nobody found.',
  addAs: 'What they may do',
  people: 'Who has access',
  you: (name: string) => `${name} (you)`,
  group: 'Group',
  wall: 'Wall',
  /** The group of everybody with an account. */
  everybody: 'Everybody on this server',
  unknownUser: (id: number) => `Person ${id}`,
  unknownGroup: (id: number) => `Group ${id}`,
  inherited: 'from a folder above',
  levelOf: (name: string) => `What ${name} may do`,
  levels: { none: 'No access', view: 'Can view', edit: 'Can edit', owner: 'Owner' },
  remove: 'Remove',
  added: (name: string) => `${name} was added.`,
  changed: (name: string, level: string) => `${name}: ${level}`,
  onlyOwner: 'A canvas or folder needs an owner. Make somebody else the owner first.',
  removed: (name: string) => `${name} was removed.`,

  editorsShare: 'People who can edit may share it, too',
  link: 'Link',
  linkLevels: {
    none: 'Only people with access',
    view: 'Anyone with the link can view',
    edit: 'Anyone with the link can view. People who are signed in can edit.',
  },
  linkAbout: {
    none: 'For the people and groups above.',
    view: 'No account is needed to look.',
    edit: 'No account is needed to look. Changing something takes an account.',
  },
  copyLink: 'Copy link',
  linkCopied: 'The link is copied.',
  qr: 'QR code of the link',
  linkToCopy: 'Address to copy',

  /** One sentence about everybody who can see the item now. */
  summary: ({ people, groups, everybody, link }: Summary) => {
    if (link) return 'Anyone who has the link can see this now, also without an account.';
    if (everybody) return 'Everybody with an account on this server can see this now.';
    const parts = [
      people === 1 ? '1 person' : `${people} people`,
      groups === 0 ? '' : groups === 1 ? '1 group' : `${groups} groups`,
    ];
    if (people === 1 && groups === 0) return 'Only one person can see this now, besides the administrators.';
    return `${parts.filter(Boolean).join(' and ')} can see this now, and the administrators.`;
  },
};

interface Summary {
  readonly people: number;
  readonly groups: number;
  readonly everybody: boolean;
  readonly link: boolean;
}
