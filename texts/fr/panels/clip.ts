import type { PanelTexts } from '../../panels.ts';

export const clip: PanelTexts['clip'] = {
  copied: (count) => `Copie : ${things(count)}`,
  pressKeys: (keys) => `Ce navigateur ne colle qu’au clavier. Appuyez sur ${keys}.`,
  filesMissing: (count) =>
    count === 1
      ? 'Un fichier n’a pas pu suivre : il n’est accessible que sur son propre canevas.'
      : `${count.toLocaleString('fr')} fichiers n’ont pas pu suivre : ils ne sont accessibles que sur leur propre canevas.`,
  tooMuch: (most) => `On peut coller au plus ${most.toLocaleString('fr')} éléments à la fois.`,
  brought: (count, unknown) => {
    const pasted = count > 1 ? 'collés' : 'collé';
    return `${things(count)} ${pasted} ; ${unknown.toLocaleString('fr')} sans équivalent ici.`;
  },
  cellsCut: 'Un tableau compte au plus 100 colonnes et 100 lignes : seules les premières ont été collées.',
};

const things = (count: number): string => (count === 1 ? '1 élément' : `${count.toLocaleString('fr')} éléments`);
