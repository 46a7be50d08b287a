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
