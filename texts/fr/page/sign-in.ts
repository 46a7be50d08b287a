import type { Texts } from '../../page.ts';

const invalidLink =
  'Ce lien n’est pas ou plus valable : il a été utilisé, il est trop ancien, ou un plus récent a été envoyé. Si vous venez de l’ouvrir, rouvrez-le depuis l’e-mail.';

export const signIn: Texts['signIn'] = {
  title: 'Se connecter',
  welcome: 'Des canevas partagés pour votre équipe, votre table et vos murs.',
  ended: 'Vous êtes déconnecté. Reconnectez-vous, et vous retrouverez l’endroit où vous étiez.',
  wanted: 'Connectez-vous pour voir ce qui se trouve à cette adresse.',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  remember: 'Rester connecté',
  submit: 'Se connecter',
  or: 'ou',
  saml: 'Se connecter avec votre organisation (SAML)',
  oidc: 'Se connecter avec votre organisation',
  oidcNamed: (name) => `Se connecter avec ${name}`,
  noWayIn: 'Ce serveur n’offre ici aucun moyen de se connecter. Adressez-vous à la personne qui l’exploite.',
  forgotten: 'Mot de passe oublié ?',
  forgottenTitle: 'Mot de passe oublié',
  forgottenAbout: 'Nous vous enverrons un e-mail avec un lien pour en choisir un nouveau.',
  forgottenSubmit: 'Envoyer l’e-mail',
  forgottenDone: (email) =>
    `S’il existe un compte avec l’adresse ${email}, un e-mail est en route. Son lien est valable 24 heures.`,
  register: 'Créer un compte',
  registerTitle: 'Créer un compte',
  registerSubmit: 'Créer le compte',
  noAccount: 'Pas encore de compte ?',
  yourName: 'Votre nom',
  newPassword: 'Choisissez un mot de passe',
  registered: (email) => `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient, puis connectez-vous ici.`,
  registeredWaits: (email) =>
    `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient. Connectez-vous dès que l’administration a approuvé votre compte.`,
  doneTitle: 'Consultez vos e-mails',
  backToSignIn: 'Retour à la connexion',
  missing: 'Remplissez ce champ.',
  again: (time) => `Trop d’essais. Vous pourrez réessayer dans ${time}.`,
  tooShort: (least) => `Le mot de passe doit avoir au moins ${least} caractères.`,
  firstTitle: 'Est-ce un nouveau serveur ?',
  firstAbout:
    'Son premier démarrage a créé un compte d’administration. Démarré à la main, il a affiché le compte et le mot de passe dans cette fenêtre. Démarré comme service, il a mis le mot de passe dans ce fichier :',
  firstElse: 'Si vous avez défini EASEL_ADMIN_PASSWORD, c’est ce mot de passe.',
  refusals: {
    'Invalid username or password.': 'Cette adresse e-mail et ce mot de passe ne correspondent pas.',
    'User is blocked': 'Ce compte est bloqué. Adressez-vous à l’administration.',
    'User account is not approved': 'Ce compte attend d’être approuvé par l’administration.',
    'Email address is not confirmed':
      'L’adresse e-mail n’est pas encore confirmée. Ouvrez le lien dans l’e-mail que nous vous avons envoyé.',
    'Sign-in using a password is not enabled': 'Ce serveur ne permet pas de se connecter avec un mot de passe.',
    'Sign-up using a password is not enabled': 'Ce serveur ne permet pas de créer soi-même un compte.',
    'Email domain is not allowed': 'Les adresses de ce domaine ne sont pas autorisées ici.',
    'Email is already in use': 'Cette adresse e-mail a déjà un compte. Connectez-vous, ou demandez un nouveau mot de passe.',
    'email is not a valid e-mail address': 'Ce n’est pas une adresse e-mail.',
    'License has expired': 'La licence de ce serveur a expiré.',
    'License is not valid': 'La licence de ce serveur n’est pas valable.',
    'Invalid token': invalidLink,
    'Invalid email confirmation token.': invalidLink,
    'Password is too common: choose another one': 'Ce mot de passe est trop courant : choisissez-en un autre.',
    'Password must not be the e-mail address: choose another one':
      'Le mot de passe ne doit pas être votre adresse e-mail : choisissez-en un autre.',
    'Password must not be made of names and addresses: choose another one':
      'Le mot de passe doit être plus que des noms et des adresses : choisissez-en un autre.',
  },
};
