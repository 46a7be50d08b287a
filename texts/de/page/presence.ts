import type { presence as english } from '../../en/page/presence.ts';

export const presence: typeof english = {
  people: (count) => (count === 1 ? '1 weitere Person ist hier' : `${count} weitere Personen sind hier`),
  guest: 'Gast',
  numbered: (name, number) => `${name} ${number}`,
  more: (count) => `${count} weitere`,
  follow: (name) => `${name} folgen`,
  unfollow: (name) => `${name} nicht mehr folgen`,
  nowhere: (name) => `${name} zeigt keine Ansicht`,
  following: (name) => `Sie folgen ${name}`,
  stop: 'Esc beendet',
  came: (name) => `${name} ist hier`,
  went: (name) => `${name} ist gegangen`,
  hideCursor: 'Meinen Zeiger nicht zeigen',
};
