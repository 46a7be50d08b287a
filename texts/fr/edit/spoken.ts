import type { EditTexts } from '../../edit.ts';

const number = (count: number): string => count.toLocaleString('fr');
const things = (count: number): string => (count === 1 ? '1 élément' : `${number(count)} éléments`);

export const spoken: EditTexts['spoken'] = {
  tool: (name, isPlaced) => (isPlaced ? `Outil ${name}. Entrée place l’élément au milieu de la vue.` : `Outil ${name}.`),
  moved: (across, down) => {
    const ways = [across !== 0 && side(across, 'la droite', 'la gauche'), down !== 0 && side(down, 'le bas', 'le haut')];
    return `Déplacé de ${ways.filter((way) => way !== false).join(' et de ')}`;
  },
  sized: (width, height) => `Largeur ${number(width)}, hauteur ${number(height)}`,
  added: (kind, position) => [`Ajout : ${kind}`, position].filter(Boolean).join(', '),
  position: (at, of) => `${number(at)} sur ${number(of)}`,
  deleted: (count, keys) => `Suppression : ${things(count)}. Annuler avec ${keys}`,
  undoKeys: (isMac) => (isMac ? 'Commande Z' : 'Contrôle Z'),
  duplicated: (count) => `Duplication : ${things(count)}`,
  pinned: (count) =>
    count === 1 ? 'Un élément épinglé reste en place.' : `${number(count)} éléments épinglés restent en place.`,
  did: {
    add: 'Ajouté',
    arrange: 'Disposé',
    background: 'Arrière-plan modifié',
    colour: 'Couleur modifiée',
    connect: 'Connecté',
    delete: 'Supprimé',
    duplicate: 'Dupliqué',
    erase: 'Effacé',
    ink: 'Dessiné',
    media: 'Lecture modifiée',
    move: 'Déplacé',
    paste: 'Collé',
    pin: 'Épinglé',
    properties: 'Modifié',
    put: 'Placé',
    resize: 'Taille modifiée',
    scale: 'Échelle modifiée',
    stack: 'Ordre modifié',
    table: 'Tableau modifié',
    text: 'Texte modifié',
    unpin: 'Désépinglé',
    upload: 'Fichier ajouté',
  },
  nothing: { undo: 'Rien à annuler', redo: 'Rien à rétablir' },
  done: { undo: (what) => `Annulé : ${what}`, redo: (what) => `Rétabli : ${what}` },
  doneBut: {
    undo: (count) => `Annulé, sauf ${things(count)} que d’autres ont modifiés depuis`,
    redo: (count) => `Rétabli, sauf ${things(count)} que d’autres ont modifiés depuis`,
  },
  notDone: {
    undo: (count) => `Non annulé : d’autres ont modifié ${things(count)} depuis`,
    redo: (count) => `Non rétabli : d’autres ont modifié ${things(count)} depuis`,
  },
  deletedOne: (what, on) => (on === 0 ? `Suppression : ${what}.` : `Suppression : ${what}, et ${things(on)} posés dessus.`),
  deletedMany: (count) => `Suppression : ${things(count)}.`,
  ask: (count) => `Supprimer ${things(count)} ?`,
  askMore: 'Ils disparaissent aussi pour les autres. Annuler les rétablit.',
  cancel: 'Annuler',
};

const side = (length: number, to: string, back: string): string =>
  `${number(Math.abs(length))} px vers ${length > 0 ? to : back}`;
