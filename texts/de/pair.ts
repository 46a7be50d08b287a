import type { pair as english } from '../en/pair.ts';

export const pair: typeof english = {
  title: 'Wand verbinden',
  about: 'Eine Wand ohne Tastatur zeigt einen Code. Geben Sie ihn hier ein, dann ist die Wand angemeldet.',
  code: 'Code auf der Wand',
  codeHint: 'Acht Buchstaben und Ziffern, etwa K7QF-2M4X',
  find: 'Weiter',
  question: 'Ist das Ihre Wand?',
  compare: 'Verbinden Sie nur eine Wand, die Sie vor sich sehen und die diesen Code zeigt.',
  wall: 'Wand',
  unnamed: 'Eine Wand ohne Namen',
  address: 'Netzwerkadresse',
  expires: (time) => `Der Code gilt noch ${time}.`,
  as: 'Angemeldet als',
  asMe: (name) => `${name} (Sie)`,
  writes: 'An dieser Wand darf geschrieben werden',
  writesHint: 'Sonst zeigt die Wand nur.',
  hands: (person) =>
    `Die Wand darf lesen und zeigen, was ${person} sehen darf, und nichts ändern: 14 Tage lang und länger, solange sie verbunden ist.`,
  handsWrites: (person) =>
    `Die Wand darf Canvases lesen, zeigen und ändern wie ${person}, aber keine Konten: 14 Tage lang und länger, solange sie verbunden ist.`,
  asWhom: 'Wer die Wand ist',
  ownAccount: 'Ein Konto für diese Wand',
  ownAccountHint: 'Es sieht nur, was Sie mit ihm teilen.',
  me: 'Ich',
  somebody: 'Jemand anderes',
  accountName: 'Name des Kontos',
  sameWall: 'Dieselbe Wand wieder',
  newWall: 'Nein, eine neue Wand',
  steers: 'Sie darf auch Wände steuern',
  adminWarning: 'Wer diese Wand berührt, könnte jeden Canvas öffnen.',
  lasting: (person) =>
    `Die Wand darf auf Canvases, was ${person} darf, und nichts mit Konten. Sie bleibt angemeldet, bis Sie ihre Sitzung beenden oder sie lange nicht benutzt wurde.`,
  lastingReads: (person) =>
    `Die Wand darf zeigen, was ${person} sehen darf, und nichts ändern. Sie bleibt angemeldet, bis Sie ihre Sitzung beenden oder sie lange nicht benutzt wurde.`,
  lastingOwn:
    'Die Wand darf zeigen und ändern, was mit ihrem Konto geteilt ist, und sonst nichts. Sie bleibt angemeldet, bis Sie ihre Sitzung beenden oder sie lange nicht benutzt wurde.',
  lastingOwnReads:
    'Die Wand darf zeigen, was mit ihrem Konto geteilt ist, und nichts ändern. Sie bleibt angemeldet, bis Sie ihre Sitzung beenden oder sie lange nicht benutzt wurde.',
  doneOwn: (account) =>
    `Die Wand ist in wenigen Sekunden angemeldet und bleibt es. Teilen Sie einen Canvas mit „${account}“, und er kann dort geöffnet werden.`,
  doneLasting: (wall, person) => `${wall} ist in wenigen Sekunden als ${person} angemeldet und bleibt es.`,
  confirm: 'Diese Wand verbinden',
  another: 'Anderer Code',
  done: 'Die Wand ist verbunden',
  doneAbout: (wall, person) =>
    `${wall} ist in wenigen Sekunden als ${person} angemeldet: 14 Tage lang und länger, solange sie verbunden ist.`,
  doneHome: 'Zu den Canvases',
  doneMore: 'Weitere Wand verbinden',
  unknown: 'Diesen Code zeigt gerade keine Wand. Ein Code gilt einmal und zehn Minuten lang.',
  locked: (time) => `Zu viele falsche Codes. In ${time} können Sie es wieder versuchen.`,
  incomplete: 'Ein Code hat acht Buchstaben und Ziffern.',
  deniedOther: 'Sie dürfen hier keine Wand anmelden: Diese Sitzung hat nur einen Teil Ihrer Rechte.',
};
