import type { Texts } from '../../page.ts';

export const presence: Texts['presence'] = {
  people: (count) => (count === 1 ? '1 autre personne est ici' : `${count} autres personnes sont ici`),
  guest: 'Invité',
  numbered: (name, number) => `${name} ${number}`,
  more: (count) => `${count} de plus`,
  follow: (name) => `Suivre ${name}`,
  unfollow: (name) => `Ne plus suivre ${name}`,
  nowhere: (name) => `${name} ne montre aucune vue`,
  following: (name) => `Vous suivez ${name}`,
  stop: 'Échap pour arrêter',
  came: (name) => `${name} est ici`,
  went: (name) => `${name} est parti`,
  hideCursor: 'Ne pas montrer mon pointeur',
};
