import type { PanelTexts } from '../../panels.ts';

export const files: PanelTexts['files'] = {
  none: 'Aucun fichier n’a été mis sur le canevas depuis l’ouverture de cette page.',
  doneOf: (done, all) => `${done} sur ${all} terminés`,
  goOn: 'Vous pouvez continuer à travailler. Les envois se poursuivent tant que cette page est ouverte.',
  dropHere: (count) => (count === 1 ? 'Déposez le fichier ici' : `Déposez ${count} fichiers ici`),
  begun: (count) => (count === 1 ? 'Un fichier est en cours d’envoi.' : `${count} fichiers sont en cours d’envoi.`),
  waiting: 'en attente',
  storing: 'enregistrement…',
  sharpening: 'affinage',
  done: 'terminé',
  nameAndSize: (name, size) => `${name} · ${size}`,
  cancel: (name) => `Annuler l’envoi de ${name}`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer ${name}`,
  notArrived: (name) => `${name} n’est pas arrivé`,
  faults: {
    type: (called) =>
      `${called === '' ? 'Les fichiers de ce type' : `Les fichiers ${called}`} ne peuvent pas être affichés sur un canevas. Les images, les vidéos et les PDF le peuvent.`,
    large: 'Il est plus grand que ce que ce serveur accepte.',
    room: 'Le serveur n’a pas de place pour lui en ce moment.',
    rights: 'Vous ne pouvez pas mettre de fichiers sur ce canevas.',
    network: (share) => `Le réseau s’est interrompu à ${share}.`,
    refused: 'Le serveur ne l’a pas accepté.',
  },
};
