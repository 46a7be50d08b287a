import type { live as english } from '../en/live.ts';

export const live: typeof english = {
  lang: 'de',
  title: 'Dieser Canvas, jetzt',
  people: 'Personen hier',
  changes: 'Änderungen pro Minute',
  sent: 'Bis alle es sehen',
  live: '● Live',
  away: 'Der Server antwortet nicht',
  refused: 'Sie dürfen diesen Canvas nicht sehen',
};
