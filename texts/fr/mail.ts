import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`Bonjour,` : say`Bonjour ${name},`);

export const fr: Texts = {
  direction: 'ltr',
  insteadOfButton: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  footer: ({ server, site }) => say`Ce message a été envoyé automatiquement par ${server} (${site}).`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`Confirmez votre adresse e-mail pour ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Quelqu’un, très probablement vous, a créé un compte avec l’adresse e-mail ${facts.address} sur ${facts.server} (${facts.site}).`,
        say`Veuillez confirmer que cette adresse est la vôtre. Vous pourrez ensuite vous connecter.`,
      ],
      button: 'Confirmer l’adresse e-mail',
      after: [
        say`Durée de validité du lien : ${facts.valid}. Il ne sert qu’une fois.`,
        say`Si vous n’avez pas créé de compte, vous n’avez rien à faire : sans confirmation, personne ne peut s’y connecter.`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`Confirmez votre nouvelle adresse e-mail pour ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Quelqu’un, très probablement vous, veut utiliser ${facts.address} comme adresse e-mail d’un compte sur ${facts.server} (${facts.site}).`,
        say`Veuillez confirmer que cette adresse est la vôtre. Le compte se connectera alors avec elle, et les messages du serveur lui seront envoyés. Jusque-là, l’adresse précédente reste en usage.`,
      ],
      button: 'Confirmer la nouvelle adresse',
      after: [
        say`Durée de validité du lien : ${facts.valid}. Il ne sert qu’une fois.`,
        say`Si vous n’avez rien demandé, n’ouvrez pas le lien : sans confirmation, rien ne change. Quelqu’un a probablement fait une faute de frappe dans une adresse.`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`Choisissez un nouveau mot de passe pour ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Un nouveau mot de passe a été demandé pour le compte ${facts.address} sur ${facts.server} (${facts.site}), par vous ou par l’administration du serveur.`,
        say`Le lien ouvre une page où vous le choisissez. Le compte est ensuite déconnecté sur tous les appareils.`,
      ],
      button: 'Choisir un nouveau mot de passe',
      after: [
        say`Durée de validité du lien : ${facts.valid}. Il ne sert qu’une fois, et un message plus récent de ce type l’annule.`,
        say`Si vous n’avez rien demandé, n’ouvrez pas le lien et ne le donnez à personne : rien ne change tant qu’il n’est pas utilisé. Si vous recevez souvent de tels messages, prévenez l’administration du serveur.`,
      ],
    }),
    test: (facts) => ({
      subject: say`E-mail d’essai de ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Ce message montre que ${facts.server} (${facts.site}) peut envoyer des e-mails avec ses réglages actuels. L’administration a demandé au serveur de l’envoyer à ${facts.address}.`,
      ],
      after: [
        say`Vous n’avez rien à faire. Si vous avez trouvé ce message parmi les indésirables, la page sur les e-mails dans la documentation dit ce qui aide.`,
      ],
    }),
  },
};
