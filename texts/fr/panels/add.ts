import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('fr');

export const add: PanelTexts['add'] = {
  find: 'Chercher quelque chose à ajouter',
  nothing: (typed) => `Rien à ajouter ne s’appelle « ${typed} ».`,
  photo: 'Photo…',
  videoInput: 'Entrée vidéo…',
  remoteDesktop: 'Bureau à distance…',
  ipVideo: 'Vidéo IP…',
  videoOutput: 'Sortie vidéo',
  template: 'Canevas comme modèle…',
  put: 'Mettre sur le canevas',
  name: 'Nom',
  remoteDesktopAsked: {
    title: 'Bureau à distance',
    address: 'Adresse',
    hint: 'Un écran capable d’afficher des bureaux à distance l’ouvre.',
    example: '10.20.0.5',
  },
  ipVideoAsked: {
    title: 'Vidéo IP',
    address: 'Adresse',
    hint: 'L’adresse d’un flux vidéo, telle que la caméra ou son manuel l’indique.',
    example: 'rtsp://192.0.2.7:554/live',
  },
  videoInputAsked: 'Entrée vidéo',
  noInputs: 'Aucun écran connecté n’a de caméra ou d’image à montrer. Vous pouvez en nommer un qui viendra plus tard.',
  input: 'Caméra ou écran',
  inputOf: (name, display) => `${name} de ${display}`,
  otherInput: 'Une autre',
  source: 'Source',
  sourceHint: 'Comme l’écran la nomme, par exemple video=cam-front.',
  computer: 'Ordinateur',
  computerHint: 'L’identifiant de l’écran qui la possède. Peut rester vide.',
  templateAsked: 'Canevas comme modèle',
  findCanvas: 'Chercher un canevas',
  canvas: 'Canevas',
  noCanvas: 'Aucun autre canevas ne porte ce nom.',
  templateHint: (most) =>
    `Tout ce qui s’y trouve est copié au milieu de ce que vous voyez : jusqu’à ${number(most)} éléments, avec traits et connecteurs. Son arrière-plan n’est pas repris.`,
  templateDone: (count) =>
    count === 1 ? 'Un élément a été mis sur le canevas.' : `${count} éléments ont été mis sur le canevas.`,
  templateTooLarge: (count, most) =>
    `Il y a ${number(count)} éléments sur ce canevas. On peut en mettre au plus ${number(most)} dans un autre.`,
};
