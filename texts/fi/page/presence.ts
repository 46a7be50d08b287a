import type { presence as english } from '../../en/page/presence.ts';

export const presence: typeof english = {
  people: (count) => (count === 1 ? '1 muu paikalla' : `${count} muuta paikalla`),
  guest: 'Vieras',
  numbered: (name, number) => `${name} ${number}`,
  more: (count) => (count === 1 ? '1 muu' : `${count} muuta`),
  follow: (name) => `Seuraa: ${name}`,
  unfollow: (name) => `Lopeta seuraaminen: ${name}`,
  nowhere: (name) => `${name} ei näytä näkymää`,
  following: (name) => `Seurataan: ${name}`,
  stop: 'Lopeta: Esc',
  came: (name) => `${name} tuli paikalle`,
  went: (name) => `${name} poistui`,
  hideCursor: 'Älä näytä osoitintani',
};
