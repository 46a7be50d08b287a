import type { live as english } from '../en/live.ts';

export const live: typeof english = {
  lang: 'fr',
  title: 'Ce canevas, maintenant',
  people: 'Personnes présentes',
  changes: 'Modifications par minute',
  sent: 'Avant que tous les voient',
  live: '● En direct',
  away: 'Le serveur ne répond pas',
  refused: 'Vous ne pouvez pas voir ce canevas',
};
