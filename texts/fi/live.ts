import type { live as english } from '../en/live.ts';

export const live: typeof english = {
  lang: 'fi',
  title: 'Tämä taulu nyt',
  people: 'Ihmisiä paikalla',
  changes: 'Muutoksia minuutissa',
  sent: 'Viive kaikille näkymiseen',
  live: '● Suorana',
  away: 'Palvelin ei vastaa',
  refused: 'Sinulla ei ole oikeutta nähdä tätä taulua',
};
