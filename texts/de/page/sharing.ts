import type { sharing as english } from '../../en/page/sharing.ts';

export const sharing: typeof english = {
  title: (name) => `„${name}“ teilen`,
  seeTitle: (name) => `Wer „${name}“ sieht`,
  panelTitle: 'Teilen',
  loading: 'Wird nachgesehen …',
  add: 'Personen oder Gruppen',
  addHint: 'Name oder E-Mail',
  addNone: 'Niemand heißt so.',
  addAs: 'Was sie dürfen',
  people: 'Wer Zugriff hat',
  you: (name) => `${name} (Sie)`,
  group: 'Gruppe',
  wall: 'Wand',
  everybody: 'Alle auf diesem Server',
  unknownUser: (id) => `Person ${id}`,
  unknownGroup: (id) => `Gruppe ${id}`,
  inherited: 'durch einen Ordner darüber',
  levelOf: (name) => `Was ${name} darf`,
  levels: { none: 'Kein Zugriff', view: 'Kann ansehen', edit: 'Kann bearbeiten', owner: 'Besitz' },
  remove: 'Entfernen',
  added: (name) => `${name} wurde hinzugefügt.`,
  changed: (name, level) => `${name}: ${level}`,
  onlyOwner: 'Ein Canvas oder Ordner braucht einen Besitzer. Machen Sie zuerst jemand anderen dazu.',
  removed: (name) => `${name} wurde entfernt.`,

  editorsShare: 'Wer bearbeiten kann, darf auch teilen',
  link: 'Link',
  linkLevels: {
    none: 'Nur wer Zugriff hat',
    view: 'Wer den Link hat, kann ansehen',
    edit: 'Wer den Link hat, kann ansehen. Wer angemeldet ist, kann bearbeiten.',
  },
  linkAbout: {
    none: 'Für die Personen und Gruppen oben.',
    view: 'Zum Ansehen braucht man kein Konto.',
    edit: 'Zum Ansehen braucht man kein Konto, zum Ändern schon.',
  },
  copyLink: 'Link kopieren',
  linkCopied: 'Der Link ist kopiert.',
  qr: 'QR-Code des Links',
  linkToCopy: 'Adresse zum Kopieren',

  summary: ({ people, groups, everybody, link }) => {
    if (link) return 'Wer den Link hat, sieht dies jetzt, auch ohne Konto.';
    if (everybody) return 'Alle mit einem Konto auf diesem Server sehen dies jetzt.';
    if (people === 1 && groups === 0) return 'Nur eine Person sieht dies jetzt, und die Administratoren.';
    const parts = [
      people === 1 ? '1 Person' : `${people} Personen`,
      groups === 0 ? '' : groups === 1 ? '1 Gruppe' : `${groups} Gruppen`,
    ];
    return `${parts.filter(Boolean).join(' und ')} sehen dies jetzt, und die Administratoren.`;
  },
};
