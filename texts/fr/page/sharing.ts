import type { Texts } from '../../page.ts';

export const sharing: Texts['sharing'] = {
  title: (name) => `Partager « ${name} »`,
  seeTitle: (name) => `Qui peut voir « ${name} »`,
  panelTitle: 'Partager',
  loading: 'Recherche des personnes qui peuvent le voir…',
  add: 'Ajouter des personnes ou des groupes',
  addHint: 'Nom ou adresse e-mail',
  addNone: 'Aucune personne trouvée.',
  addAs: 'Ce qu’ils peuvent faire',
  people: 'Qui a accès',
  you: (name) => `${name} (vous)`,
  group: 'Groupe',
  wall: 'Mur',
  everybody: 'Tout le monde sur ce serveur',
  unknownUser: (id) => `Personne ${id}`,
  unknownGroup: (id) => `Groupe ${id}`,
  inherited: 'd’un dossier au-dessus',
  levelOf: (name) => `Ce que ${name} peut faire`,
  levels: { none: 'Aucun accès', view: 'Peut voir', edit: 'Peut modifier', owner: 'Propriétaire' },
  remove: 'Retirer',
  added: (name) => `${name} a maintenant accès.`,
  changed: (name, level) => `${name} : ${level}`,
  onlyOwner: 'Un canevas ou un dossier a besoin d’un propriétaire. Donnez d’abord ce rôle à quelqu’un d’autre.',
  removed: (name) => `${name} n’a plus accès.`,

  editorsShare: 'Les personnes qui peuvent modifier peuvent aussi partager',
  link: 'Lien',
  linkLevels: {
    none: 'Seulement les personnes qui ont accès',
    view: 'Quiconque a le lien peut voir',
    edit: 'Quiconque a le lien peut voir. Les personnes connectées peuvent modifier.',
  },
  linkAbout: {
    none: 'Pour les personnes et les groupes ci-dessus.',
    view: 'Aucun compte n’est nécessaire pour regarder.',
    edit: 'Aucun compte n’est nécessaire pour regarder. Il en faut un pour modifier.',
  },
  copyLink: 'Copier le lien',
  linkCopied: 'Le lien est copié.',
  qr: 'Code QR du lien',
  linkToCopy: 'Adresse à copier',

  summary: ({ people, groups, everybody, link }) => {
    if (link) return 'Quiconque a le lien peut voir ceci maintenant, même sans compte.';
    if (everybody) return 'Toute personne qui a un compte sur ce serveur peut voir ceci maintenant.';
    if (people === 1 && groups === 0) return 'Une seule personne peut voir ceci maintenant, en plus de l’administration.';
    const parts = [
      people === 1 ? '1 personne' : `${people} personnes`,
      groups === 0 ? '' : groups === 1 ? '1 groupe' : `${groups} groupes`,
    ];
    return `Peuvent voir ceci maintenant : ${parts.filter(Boolean).join(' et ')}, et l’administration.`;
  },
};
