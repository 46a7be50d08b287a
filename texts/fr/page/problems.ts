import type { Texts } from '../../page.ts';

export const problems: Texts['problems'] = {
  missing: { title: 'Rien à cette adresse', about: 'L’adresse contient peut-être une faute, ou la page n’existe plus.' },
  canvasMissing: { title: 'Canevas introuvable', about: 'Il a été supprimé, ou l’adresse est incomplète.' },
  denied: {
    title: 'Ce canevas n’est pas partagé avec vous',
    about: 'Demandez à la personne qui vous a donné l’adresse de le partager avec vous, puis réessayez.',
  },
  signIn: { title: 'Connectez-vous pour voir ce canevas', about: 'Il est partagé avec des personnes qui ont un compte ici.' },
  licence: {
    title: 'La licence de ce serveur n’est pas valable',
    about: 'Les canevas s’ouvriront de nouveau dès que l’administration aura installé une licence valable. Rien n’est perdu.',
  },
  offline: {
    title: 'Le serveur ne répond pas',
    about: 'Il redémarre peut-être. Cette page continue d’elle-même dès qu’il est de retour.',
  },
  trying: 'Nouvel essai…',
  failed: {
    title: 'Un problème est survenu sur cette page',
    about: 'Ce que vous avez fait jusqu’ici est conservé sur le serveur. Recharger la page suffit en général.',
  },
  home: 'Retour aux canevas',
  reload: 'Recharger',
  copyAddress: 'Copier l’adresse',
  copied: 'L’adresse est copiée',
  signInAs: 'Se connecter avec un autre compte',
};
