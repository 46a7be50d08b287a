import type { PanelTexts } from '../../panels.ts';

export const canvas: PanelTexts['canvas'] = {
  kind: 'Type',
  backgrounds: { solid_color: 'Couleur', haze: 'Brume', image: 'Image' },
  colour: 'Couleur',
  haze: { color1: 'Première couleur', color2: 'Deuxième couleur' },
  grid: 'Grille',
  gridColour: 'Couleur de la grille',
  fit: 'Ajustement',
  fits: {
    contain: 'L’image entière',
    cover: 'Remplit le canevas, proportions gardées',
    fill: 'Remplit le canevas, image étirée',
  },
  otherPicture: 'Envoyer une image',
  size: 'Taille du canevas',
  width: 'Largeur',
  height: 'Hauteur',
  setSize: 'Appliquer la taille',
  sizeFault: (width, height) => `Un canevas a au moins ${width} de largeur et ${height} de hauteur.`,
  coloursHint: 'Elles sont proposées à toutes les personnes sur ce canevas.',
  presets: { note_background: 'Notes', note_text: 'Texte des notes', connector: 'Connecteurs', annotation: 'Stylo' },
  colourOf: (list, number) => `${list} : couleur ${number}`,
  addColour: (list) => `${list} : ajouter une couleur`,
  removeColour: (list, number) => `${list} : retirer la couleur ${number}`,
  ourColours: 'Utiliser les couleurs d’Easel',
  demo: {
    hintOff:
      'En mode démonstration, ce canevas garde en mémoire un état auquel vous pouvez le ramener après chaque démonstration.',
    hintOn: 'Ce canevas garde en mémoire un état. Quoi qu’il s’y passe entre-temps, vous pouvez y revenir.',
    begin: 'Commencer le mode démonstration',
    begun: 'Le canevas est en mode démonstration, et son état actuel est enregistré.',
    save: 'Enregistrer l’état actuel',
    saved: 'L’état actuel est enregistré.',
    restore: 'Rétablir l’état enregistré…',
    restored: 'L’état enregistré est rétabli.',
    leave: 'Quitter le mode démonstration…',
    left: 'Le canevas est en mode normal.',
    questions: {
      restore: {
        title: 'Rétablir l’état enregistré ?',
        text: 'Tout ce qui a été modifié sur ce canevas depuis son enregistrement est perdu, pour tout le monde.',
        yes: 'Rétablir',
      },
      leave: {
        title: 'Quitter le mode démonstration ?',
        text: 'Le canevas reste comme il est. L’état enregistré est oublié.',
        yes: 'Quitter le mode démonstration',
      },
    },
  },
};
