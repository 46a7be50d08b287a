import type { RescueTexts } from '../../rescue.ts';

export const conflicts: RescueTexts['conflicts'] = {
  title: 'Modifications qui rencontrent celles des autres',
  about:
    'Pendant que cette page n’était pas connectée, quelqu’un d’autre a modifié les mêmes éléments. Le canevas montre sa version jusqu’à ce que vous choisissiez.',
  none: 'Il n’y a plus rien à choisir.',
  told: (count) =>
    count === 1
      ? 'Quelqu’un d’autre a modifié entre-temps la même chose que vous. Sa version est affichée jusqu’à ce que vous choisissiez.'
      : `Quelqu’un d’autre a modifié entre-temps ${count} des mêmes éléments que vous. Ses versions sont affichées jusqu’à ce que vous choisissiez.`,
  show: 'Afficher',
  useMine: 'Prendre la mienne',
  keepTheirs: 'Garder l’autre',
  keepBoth: 'Garder les deux',
  yours: 'La vôtre',
  theirs: 'L’autre',
  gone: 'L’élément a été supprimé entre-temps.',
  held: 'Quelqu’un le modifie en ce moment.',
  keptTheirs: 'L’autre version reste',
  goTo: (name) => `Aller à ${name}`,
  stroke: 'Trait',
  empty: 'vide',
  yes: 'oui',
  no: 'non',
  changed: 'modifié',
  fields: {
    location: 'Position',
    size: 'Taille',
    scale: 'Échelle',
    depth: 'Ordre',
    auto_raise: 'Ordre',
    parent_id: 'Posé sur',
    pinned: 'Épinglé',
    points: 'Ligne',
    src: 'Début',
    dst: 'Fin',
  },
};
