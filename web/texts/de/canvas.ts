import type { canvas as english } from '../en/canvas.ts';

export const canvas: typeof english = {
  back: 'Alle Canvases',
  opening: 'Canvas wird geöffnet …',
  picture: (name) => `Canvas ${name}`,
  waiting: 'Verbindung unterbrochen. Was Sie sehen, kann veraltet sein.',
  waitingShort: 'Neue Verbindung …',
  liveAgain: 'Wieder verbunden',
  search: 'Auf dem Canvas suchen',
  outline: 'Gliederung',
  share: 'Teilen',
  menu: 'Mehr zu diesem Canvas',
  copyLink: 'Link zum Canvas kopieren',
  copied: 'Link kopiert',
  readOnly: 'Nur ansehen',
  demo: 'Demo',
  signIn: 'Anmelden',
  emptyTitle: 'Dieser Canvas ist leer',
  emptyHint: 'Was Menschen und Programme darauf ablegen, erscheint hier sofort.',
  fullScreen: 'Vollbild',
  leaveFullScreen: 'Vollbild verlassen',
};
