import type { Texts } from '../../page.ts';

export const islands: Texts['islands'] = {
  video: (name) => `Vidéo : ${name}`,
  browser: (name) => `Page Web : ${name}`,
  ipVideo: (name) => `Vidéo IP : ${name}`,
  unnamed: 'sans nom',

  soundOn: 'Activer le son',
  play: 'Lire',
  unplayable: 'Ce navigateur ne peut pas lire cette vidéo.',
  download: 'Télécharger',

  use: 'Utiliser la page',
  leave: 'Quitter la page',
  openTab: 'Ouvrir dans un nouvel onglet',
  silentPage: 'Cette page n’a pas encore répondu. Elle est peut-être injoignable, ou refuse d’être affichée dans une autre page.',
  unframedPage: 'Cette page ne peut pas être affichée dans une autre.',
  unreachablePage: 'Personne ne répond à cette adresse. Peut-être seul le serveur ne peut-il pas la joindre.',
  showAnyway: 'Essayer ici',
  mixedPage:
    'Cette page a une adresse http ouverte. Les navigateurs ne l’affichent pas ici, parce que ce canevas est venu par https.',

  mixedStream:
    'Cette vidéo a une adresse http ouverte. Les navigateurs ne l’affichent pas ici, parce que ce canevas est venu par https.',
  silentCamera: 'Il n’y a pas d’image à cette adresse, ou pas pour ce navigateur. De nouveaux essais ont lieu de temps en temps.',
  blockedStream: (server) =>
    `Easel ne peut pas encore charger de vidéos depuis ${server}. L’administration peut l’ajouter au réglage EASEL_IP_VIDEO_SOURCES.`,
};
