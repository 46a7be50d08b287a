import type { PanelTexts } from '../../panels.ts';

export const replace: PanelTexts['replace'] = {
  by: 'Remplacer par',
  matchCase: 'Respecter la casse',
  wholeWords: 'Mots entiers',
  all: (places) => (places === 0 ? 'Tout remplacer' : `Tout remplacer (${places.toLocaleString('fr')})`),
  done: (places) => (places > 1 ? `${places.toLocaleString('fr')} remplacements effectués.` : '1 remplacement effectué.'),
  held: (count) =>
    count === 1 ? 'Un élément que quelqu’un tient reste inchangé.' : `${count} éléments que d’autres tiennent restent inchangés.`,
};
