import type { EditTexts } from '../../edit.ts';

export const keys: EditTexts['keys'] = {
  groups: { tool: 'Outils', edit: 'Modifier', text: 'Texte', arrange: 'Disposer' },
  names: { Enter: 'Entrée', Escape: 'Échap', Delete: 'Suppr', Backspace: 'Retour arrière', End: 'Fin' },
  place: 'Choisir la place d’un nouvel élément avec les flèches',
  put: 'Y placer le nouvel élément',
  leave: 'Quitter l’outil, puis la sélection',
  nudge: {
    left: 'Déplacer à gauche',
    right: 'Déplacer à droite',
    up: 'Déplacer en haut',
    down: 'Déplacer en bas',
  },
  'nudge-far': {
    left: 'Déplacer davantage à gauche',
    right: 'Déplacer davantage à droite',
    up: 'Déplacer davantage en haut',
    down: 'Déplacer davantage en bas',
  },
  size: { left: 'Rétrécir', right: 'Élargir', up: 'Réduire la hauteur', down: 'Augmenter la hauteur' },
  neighbour: {
    left: 'Sélectionner le voisin de gauche',
    right: 'Sélectionner le voisin de droite',
    up: 'Sélectionner le voisin du dessus',
    down: 'Sélectionner le voisin du dessous',
  },
};
