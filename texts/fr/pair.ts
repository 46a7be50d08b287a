import type { pair as english } from '../en/pair.ts';

export const pair: typeof english = {
  title: 'Connecter un mur',
  about: 'Un mur sans clavier affiche un code. Saisissez-le ici, et le mur est connecté.',
  code: 'Code affiché sur le mur',
  codeHint: 'Huit lettres et chiffres, par exemple K7QF-2M4X',
  find: 'Continuer',
  question: 'Est-ce votre mur ?',
  compare: 'Ne connectez qu’un mur que vous voyez devant vous, et qui affiche ce code.',
  wall: 'Mur',
  unnamed: 'Un mur sans nom',
  address: 'Adresse réseau',
  expires: (time) => `Le code est encore valable ${time}.`,
  as: 'Connecté en tant que',
  asMe: (name) => `${name} (vous)`,
  writes: 'On peut écrire sur ce mur',
  writesHint: 'Sinon, le mur ne fait qu’afficher.',
  hands: (person) =>
    `Le mur peut lire et afficher ce que ${person} peut voir, sans rien modifier, pendant 14 jours et plus tant qu’il est connecté.`,
  handsWrites: (person) =>
    `Le mur peut lire, afficher et modifier des canevas comme ${person}, mais pas les comptes, pendant 14 jours et plus tant qu’il est connecté.`,
  asWhom: 'Qui est le mur',
  ownAccount: 'Un compte pour ce mur',
  ownAccountHint: 'Il ne voit que ce que vous partagez avec lui.',
  me: 'Moi',
  somebody: 'Quelqu’un d’autre',
  accountName: 'Nom du compte',
  sameWall: 'Le même mur à nouveau',
  newWall: 'Non, un nouveau mur',
  steers: 'Il peut aussi piloter des murs',
  adminWarning: 'Quiconque touche ce mur pourrait ouvrir tous les canevas.',
  lasting: (person) =>
    `Le mur peut faire sur les canevas ce que peut ${person}, et rien avec les comptes. Il reste connecté jusqu’à ce que vous mettiez fin à sa session ou qu’il soit longtemps inutilisé.`,
  lastingReads: (person) =>
    `Le mur peut montrer ce que peut voir ${person}, sans rien changer. Il reste connecté jusqu’à ce que vous mettiez fin à sa session ou qu’il soit longtemps inutilisé.`,
  lastingOwn:
    'Le mur peut montrer et modifier ce qui est partagé avec son compte, et rien d’autre. Il reste connecté jusqu’à ce que vous mettiez fin à sa session ou qu’il soit longtemps inutilisé.',
  lastingOwnReads:
    'Le mur peut montrer ce qui est partagé avec son compte, sans rien changer. Il reste connecté jusqu’à ce que vous mettiez fin à sa session ou qu’il soit longtemps inutilisé.',
  doneOwn: (account) =>
    `Le mur est connecté dans quelques secondes, et le reste. Partagez un canevas avec « ${account} », et on pourra l’y ouvrir.`,
  doneLasting: (wall, person) => `${wall} est connecté en tant que ${person} dans quelques secondes, et le reste.`,
  confirm: 'Connecter ce mur',
  another: 'Autre code',
  done: 'Le mur est connecté',
  doneAbout: (wall, person) =>
    `${wall} sera connecté en tant que ${person} dans quelques secondes, pour 14 jours et plus tant qu’il reste connecté.`,
  doneHome: 'Aller aux canevas',
  doneMore: 'Connecter un autre mur',
  unknown: 'Aucun mur n’affiche ce code en ce moment. Regardez-le de nouveau : un code sert une fois, pendant dix minutes.',
  locked: (time) => `Trop de codes erronés. Vous pourrez réessayer dans ${time}.`,
  incomplete: 'Un code a huit lettres et chiffres.',
  deniedOther: 'Vous ne pouvez pas connecter de mur ici : cette session n’a qu’une partie de vos droits.',
};
